import type { AppointmentStatus } from '#salon/appointments/appointment-status.ts';
import { STATUS_LABELS } from '#salon/appointments/appointment-status.ts';
import { Chip } from '../../ui/part/chip.tsx';

/** 'Završen', or 'Otkazan' on grey. */
export function PastStatus({ status }: { status: AppointmentStatus }) {
  if (status === 'CANCELLED') return <Chip tone="grey">{STATUS_LABELS.CANCELLED}</Chip>;
  return <span className="text-small text-soft">Završen</span>;
}
