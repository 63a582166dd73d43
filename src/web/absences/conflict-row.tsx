import { Check, Phone } from 'lucide-react';
import { useId, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { guestNote, NO_SERVICE_LABEL, personOf, phoneOf } from '#domain/wording/appointments.ts';
import { dayInWords, timeRange } from '#domain/wording/dates.ts';
import { messageFacts } from '#domain/wording/messages.ts';
import { MessageLinks } from '../appointments/messages/message-links.tsx';
import { useToday } from '../lib/clock/clock.ts';
import { useIsDesktop } from '../ui/browser.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Chip } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import type { Settled } from './settled.ts';

/** 'Rada Šijan, gost' */
const nameOf = (appointment: Appointment): string =>
  appointment.client_name === null ? `${personOf(appointment)}, gost` : personOf(appointment);

/** 'Izlivanje noktiju', 'Gel lak, za: Mila Đokić' */
function serviceOf(appointment: Appointment): string {
  const note = appointment.client_name === null ? null : guestNote(appointment);
  return [appointment.service_name ?? NO_SERVICE_LABEL, note].filter(Boolean).join(', ');
}

/** Who, on which day, when, and for what. */
export function WhoAndWhen({ appointment }: { appointment: Appointment }) {
  const { start_datetime, end_datetime } = appointment;
  return (
    <div className="min-w-0 wrap-break-word">
      <p className="font-semibold">{nameOf(appointment)}</p>
      <p className="text-small text-soft">{dayInWords(dateOf(start_datetime), useToday())}</p>
      <p className="text-small text-soft">
        <span className="tabular-nums">{timeRange(start_datetime, end_datetime)}</span>,{' '}
        {serviceOf(appointment)}
      </p>
    </div>
  );
}

/** Ways to call and write, with the text of a cancellation. */
export function CancelledLinks({ appointment, className }: { appointment: Appointment; className?: string }) {
  const phone = phoneOf(appointment);
  if (phone === null) return <span className="text-small text-soft">bez telefona</span>;
  return (
    <MessageLinks
      phone={phone}
      of={`${nameOf(appointment)}, ${phone}`}
      kind="cancelled"
      facts={messageFacts(appointment)}
      className={className}
    />
  );
}

export interface ConflictRowProps {
  appointment: Appointment;
  onMove: () => void;
  onCancel: () => void;
}

/** A booking while the salon is closed: ways to call the client, to move it and to cancel it. */
export function ConflictRow({ appointment, onMove, onCancel }: ConflictRowProps) {
  const isDesktop = useIsDesktop();
  const [isCalling, setIsCalling] = useState(false);
  const links = useId();
  const name = nameOf(appointment);
  const phone = phoneOf(appointment);
  return (
    <li
      data-appointment-id={appointment.id}
      tabIndex={-1}
      className={cx(
        'grid gap-x-3 px-4',
        isDesktop
          ? 'grid-cols-[minmax(0,1fr)_auto_auto] items-center py-3'
          : 'grid-cols-[minmax(0,1fr)_auto] items-start pt-3 pb-1',
      )}
    >
      <WhoAndWhen appointment={appointment} />
      {isDesktop || phone === null ? (
        <CancelledLinks appointment={appointment} />
      ) : (
        <IconButton
          icon={Phone}
          label="Pozovi"
          description={`${name}, ${phone}`}
          aria-expanded={isCalling}
          aria-controls={links}
          onClick={() => setIsCalling(!isCalling)}
          isEdged
          className="text-link aria-expanded:bg-blush"
        />
      )}
      {!isDesktop && (
        <div id={links} className="col-span-full has-[a]:mt-3">
          {isCalling && <CancelledLinks appointment={appointment} className="w-full" />}
        </div>
      )}
      <div className={cx('flex flex-wrap gap-1', !isDesktop && 'col-span-full mt-1 -ml-3')}>
        <Button variant="text" isSmall aria-description={name} onClick={onMove}>
          Premesti
        </Button>
        <Button variant="danger-text" isSmall aria-description={name} onClick={onCancel}>
          Otkaži termin
        </Button>
      </div>
    </li>
  );
}

/** A booking that stands in nobody's way any more. */
export function SettledRow({ settled: { row, outcome, when } }: { settled: Settled }) {
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2">
      <div className="min-w-0 wrap-break-word text-soft">
        <s>{personOf(row)}</s>
        <p className="text-small tabular-nums">{when}</p>
      </div>
      <Chip tone="ok">
        <Check aria-hidden="true" size={16} strokeWidth={2} />
        {outcome}
      </Chip>
    </li>
  );
}
