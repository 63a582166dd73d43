import { CalendarSection } from '../settings/calendar-section.tsx';

/** A technician's calendar feed in her profile (docs/spec/behaviour.md §16.13). */
export default function CalendarFeed() {
  return (
    <section className="mt-10 border-t border-line pt-6">
      <CalendarSection title="Kalendar na telefonu" />
    </section>
  );
}
