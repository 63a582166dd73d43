import { dateOf } from '#domain/wall-clock.ts';
import { greetingByHour, greetingDate } from '#domain/wording/dates.ts';
import { useNow } from '../lib/clock/clock.ts';
import { useSession } from '../lib/session/session.ts';

/** The greeting 'Dobro jutro, Milica' and today's date, by the salon's clock. Invisible until the time is known. */
export function Greeting() {
  const now = useNow();
  const session = useSession();
  const name = session?.name || session?.email;
  return (
    <header className="mt-1 md:mt-6">
      <h1 tabIndex={-1} className="wrap-break-word md:hero-title">
        {now === null ? (
          <span className="invisible">{`Dobro jutro, ${name}`}</span>
        ) : (
          `${greetingByHour(now)}, ${name}`
        )}
      </h1>
      <p className="mt-1 text-soft">{now === null ? '\u00a0' : greetingDate(dateOf(now))}</p>
    </header>
  );
}
