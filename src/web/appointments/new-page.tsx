import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { serviceIdsIn } from '#domain/appointments/lines.ts';
import { type TechnicianId, toId } from '#domain/ids.ts';
import { isWallDate } from '#domain/wall-clock.ts';
import { useNavigationKey } from '../lib/routing/browser-router.tsx';
import { paths } from '../lib/routing/paths.ts';
import { leavePage } from '../ui/history/back-steps.ts';
import { NewAppointment, type NewAppointmentPreset } from './new-appointment.tsx';

/** The services, day and technician that an address of /booking names. */
function presetIn(query: URLSearchParams): NewAppointmentPreset {
  const day = query.get('dan') ?? '';
  return {
    serviceIds: serviceIdsIn(query.get('usluga') ?? ''),
    date: isWallDate(day) ? day : undefined,
    technicianId: toId<TechnicianId>(Number(query.get('radnica'))) || null,
  };
}

/** The sheet 'Novi termin': over any page, or without `onClose` at the address /booking, which can name services, day and technician. */
export default function NewAppointmentPage({ onClose }: { onClose?: () => void }) {
  const [query] = useSearchParams();
  const [, navigate] = useLocation();
  const [preset] = useState(() => (onClose ? {} : presetIn(query)));
  const isOpenedDirectly = useNavigationKey() === null;
  const leave = () => (isOpenedDirectly ? navigate(paths.home, { replace: true }) : leavePage());
  return <NewAppointment preset={preset} onClose={onClose ?? leave} />;
}
