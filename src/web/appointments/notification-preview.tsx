import { BellRing } from 'lucide-react';
import type { WallTime } from '#domain/wall-clock.ts';
import { messageFacts } from '#domain/wording/messages.ts';
import { quoted } from '#domain/wording/notifications.ts';
import { MessageLinks } from './message-links.tsx';
import { type NotifiableRow, type Recipients, recipientsOfChange, recipientsOfDelete } from './recipients.ts';

interface PreviewProps extends Recipients {
  /** What stands there when nobody is notified; nothing without it. */
  nobody?: string;
}

function Preview({ clients, guest, nobody }: PreviewProps) {
  const isNobody = clients.length === 0 && guest === null;
  if (isNobody && !nobody) return null;
  return (
    <div
      role="status"
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-2.5 rounded-card bg-blush px-4 py-3 text-small"
    >
      <BellRing aria-hidden="true" size={20} strokeWidth={1.75} className="text-link" />
      <div className="grid gap-2 wrap-break-word">
        {clients.map(({ name, message }) => (
          <p key={`${name} ${message}`}>
            <b className="font-semibold">{name}</b> dobija obaveštenje: {quoted(message)}
          </p>
        ))}
        {guest && (
          <p>
            <b className="font-semibold">{guest.name}</b> nema nalog i ne dobija obaveštenje:{' '}
            {guest.kind === null ? 'ako treba, potvrdite joj.' : 'javite joj.'}
          </p>
        )}
        {isNobody && <p>{nobody}</p>}
      </div>
      {guest?.phone && (
        <MessageLinks
          phone={guest.phone}
          of={guest.name}
          kind={guest.kind}
          facts={messageFacts(guest.about)}
          className="col-span-full"
        />
      )}
    </div>
  );
}

/** Who is notified of a change and in which words, before it is saved. */
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
    <Preview {...recipientsOfChange(before, after, now)} nobody="Niko ne dobija obaveštenje o ovoj izmeni." />
  );
}

/** Who is notified that the owner cancelled, and in which words. */
export function CancelNotificationPreview({
  row,
  reason,
  askedBy,
  now,
}: {
  row: NotifiableRow;
  reason: string;
  askedBy: 'SALON' | 'CLIENT';
  now: WallTime;
}) {
  const after = {
    ...row,
    status: 'CANCELLED' as const,
    cancel_reason: reason || null,
    cancelled_by: askedBy === 'CLIENT' ? ('CLIENT' as const) : ('ADMIN' as const),
  };
  return <Preview {...recipientsOfChange(row, after, now)} />;
}

/** Who is notified of a deletion. */
export function DeleteNotificationPreview({ row, now }: { row: NotifiableRow; now: WallTime }) {
  return <Preview {...recipientsOfDelete(row, now)} />;
}
