import { BellRing } from 'lucide-react';
import type { WallTime } from '#domain/wall-clock.ts';
import { PhoneLinks } from '../ui/phone-links.tsx';
import { type NotifiableRow, type Recipients, recipientsOfChange, recipientsOfDelete } from './recipients.ts';

interface TellingProps extends Recipients {
  /** What stands when nobody is told; nothing to show without it. */
  nobody?: string;
}

function Telling({ hearers, guest, nobody }: TellingProps) {
  const isNobody = hearers.length === 0 && guest === null;
  if (isNobody && !nobody) return null;
  return (
    <div role="status" className="flex items-start gap-2.5 rounded-card bg-blush px-4 py-3 text-small">
      <BellRing aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0 text-link" />
      <div className="grid min-w-0 flex-1 gap-2 wrap-break-word">
        {hearers.map(({ name, message }) => (
          <p key={`${name} ${message}`}>
            <b className="font-semibold">{name}</b> dobija obaveštenje: „{message}“
          </p>
        ))}
        {guest && (
          <div>
            <p>
              <b className="font-semibold">{guest.name}</b> nema nalog i ne dobija obaveštenje: javite joj.
            </p>
            {guest.phone && <PhoneLinks phone={guest.phone} of={guest.name} className="mt-2" />}
          </div>
        )}
        {isNobody && <p>{nobody}</p>}
      </div>
    </div>
  );
}

/** Who will hear of a change and in which words, before it is saved. */
export function ChangeNotificationPreview({
  before,
  after,
  now,
}: {
  before: NotifiableRow;
  after: NotifiableRow;
  now: WallTime;
}) {
  return (
    <Telling {...recipientsOfChange(before, after, now)} nobody="Niko ne dobija obaveštenje o ovoj izmeni." />
  );
}

/** Who will hear that the owner cancelled, and in which words. */
export function CancelNotificationPreview({
  row,
  reason,
  now,
}: {
  row: NotifiableRow;
  reason: string;
  now: WallTime;
}) {
  const after = { ...row, status: 'CANCELLED' as const, cancel_reason: reason || null };
  return <Telling {...recipientsOfChange(row, after, now)} />;
}

/** Who will hear of a deletion. */
export function DeleteNotificationPreview({ row, now }: { row: NotifiableRow; now: WallTime }) {
  return <Telling {...recipientsOfDelete(row, now)} />;
}
