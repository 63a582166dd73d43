import type { ListedAppointment } from '#contract/appointments.ts';
import { guestNote, NO_SERVICE_LABEL, personOf, phoneOf } from '#domain/wording/appointments.ts';
import { timeRange } from '#domain/wording/dates.ts';
import { StatusChip } from '../appointments/status-chip.tsx';
import { cx } from '../ui/cx.ts';
import { PhoneNumber } from '../ui/phone-number.tsx';
import { SameAddress } from './same-address.tsx';
import { ChooseBox, type Chosen, isChoosable } from './selection.tsx';

export interface SlotTableProps {
  slots: readonly ListedAppointment[];
  chosen: Chosen;
  onOpen: (id: number) => void;
  /** Shows only those that were booked from the same address as this one. */
  onSameAddress: (id: number) => void;
}

const COLUMNS = [
  { name: 'Izbor', width: 'w-14' },
  { name: 'Vreme', width: 'w-36' },
  { name: 'Status', width: 'w-34' },
  { name: 'Klijent', width: 'w-[24%]' },
  { name: 'Usluga', width: 'w-[21%]' },
  { name: 'Telefon', width: 'w-46' },
  { name: 'Napomena', width: '' },
] as const;

function Row({
  slot,
  chosen,
  onOpen,
  onSameAddress,
}: Omit<SlotTableProps, 'slots'> & { slot: ListedAppointment }) {
  const { id, start_datetime, end_datetime, status, notes } = slot;
  const hasPerson = status === 'BOOKED' || status === 'CANCELLED';
  const phone = phoneOf(slot);
  const when = timeRange(start_datetime, end_datetime);
  return (
    <tr
      data-appointment-id={id}
      className={cx('relative h-13 transition-colors hover:bg-blush', chosen.has(slot) && 'bg-blush')}
    >
      <td className="pl-1">
        {isChoosable(slot) && (
          <ChooseBox
            label={`Izaberi ${when}`}
            isOn={chosen.has(slot)}
            onChange={(isOn) => chosen.choose([slot], isOn)}
          />
        )}
      </td>
      <td>
        <button
          type="button"
          onClick={() => onOpen(id)}
          className="font-semibold whitespace-nowrap tabular-nums after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-link"
        >
          {when}
        </button>
      </td>
      <td>
        <StatusChip status={status} />
      </td>
      <td className="py-2 pr-3 wrap-break-word">
        {hasPerson && (
          <span className={status === 'CANCELLED' ? 'text-soft line-through' : 'font-medium'}>
            {personOf(slot)}
          </span>
        )}
        {guestNote(slot) && <span className="block text-small text-soft">{guestNote(slot)}</span>}
        <SameAddress slot={slot} onChoose={onSameAddress} />
      </td>
      <td className="py-2 pr-3 wrap-break-word">{hasPerson && (slot.service_name ?? NO_SERVICE_LABEL)}</td>
      <td>{phone && <PhoneNumber phone={phone} of={personOf(slot)} className="relative z-1" />}</td>
      <td className="max-w-0 truncate pr-4 text-small text-soft">{notes}</td>
    </tr>
  );
}

/** A day's appointments as a table, for desktops. */
export function SlotTable({ slots, ...rest }: SlotTableProps) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-card">
      <table className="w-full table-fixed text-left">
        <colgroup>
          {COLUMNS.map(({ name, width }) => (
            <col key={name} className={width} />
          ))}
        </colgroup>
        <thead className="sr-only">
          <tr>
            {COLUMNS.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {slots.map((slot) => (
            <Row key={slot.id} slot={slot} {...rest} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
