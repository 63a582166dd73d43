import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { SalonAppointment } from '#contract/appointments.ts';
import { type ServiceId, toId } from '#domain/ids.ts';
import { dateOf } from '#domain/wall-clock.ts';
import type { OwnerPartProps } from '../booking/owner-part.tsx';
import { clientQueries } from '../lib/queries/admin-queries.ts';
import { paths } from '../lib/routing/paths.ts';
import { Button } from '../ui/button.tsx';
import { ClientPicker } from './client-picker.tsx';
import { ClientCard } from './new/client-card.tsx';
import { ChangeButton } from './new/who.tsx';
import { NewAppointment } from './new-appointment.tsx';

type Props = Omit<OwnerPartProps, 'place'>;

/** The client's usual service is offered until another one is chosen, and goes with the client. */
function useUsualService(usual: number | null, { serviceId, onService }: Props): void {
  const offered = useRef<number | null>(null);
  const offer = useEffectEvent((id: number | null) => {
    if (id === offered.current || serviceId !== offered.current) return; // the owner has chosen
    offered.current = id;
    onService(id);
  });
  useEffect(() => offer(usual), [usual]);
}

/** A client by search, the latest first; nobody chosen is a guest with name and phone, as the page asks for them. */
function ForWhom(props: Props) {
  const { client, setClient } = props.guest;
  const details = useQuery({ ...clientQueries.one(client?.id ?? 0), enabled: client !== null });
  const place = useRef<HTMLElement>(null);
  useUsualService(client ? (details.data?.usual_service_id ?? null) : null, props);
  const change = (next: typeof client) => {
    setClient(next);
    place.current?.focus({ preventScroll: true });
  };
  return (
    <section ref={place} tabIndex={-1} aria-labelledby="za-koga" className="mb-5 outline-none">
      <h2 id="za-koga" className="mb-2 font-text text-small font-semibold text-soft">
        Za koga
      </h2>
      {client ? (
        <ClientCard
          client={client}
          details={details}
          change={<ChangeButton of={client.name} onPress={() => change(null)} />}
        />
      ) : (
        <ClientPicker chosen={null} onChoose={change}>
          {(addClient) => (
            <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3">
              <p className="flex-1 basis-44 text-label/[1.125rem] text-soft">
                Ako nije klijentkinja salona, upišite je ispod kao gošću.
              </p>
              <Button variant="text" isSmall onClick={addClient} className="-mr-3">
                Nova klijentkinja
              </Button>
            </div>
          )}
        </ClientPicker>
      )}
    </section>
  );
}

/** Any time that is not among the free ones, with what was chosen so far. */
function OtherTime({ guest, serviceId, day }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [, navigate] = useLocation();
  const show = ({ start_datetime }: SalonAppointment) =>
    navigate(`${paths.adminCalendar}?view=day&date=${dateOf(start_datetime)}`);
  return (
    <>
      <Button variant="quiet" isBlock onClick={() => setIsOpen(true)} className="mt-5 border-dashed">
        <Clock aria-hidden="true" size={20} strokeWidth={1.75} />
        Drugo vreme
      </Button>
      {isOpen && (
        <NewAppointment
          preset={{
            person: guest.client ?? guest.form.values,
            serviceId: serviceId === null ? null : toId<ServiceId>(serviceId),
            date: day,
            isOtherTime: true,
          }}
          onClose={() => setIsOpen(false)}
          onCreated={show}
        />
      )}
    </>
  );
}

/** What /booking has for the admin alone: for whom, and any other time. */
export default function BookingFor({ place, ...props }: OwnerPartProps) {
  return place === 'begin' ? <ForWhom {...props} /> : <OtherTime {...props} />;
}
