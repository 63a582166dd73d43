import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { SalonAppointment } from '#contract/appointments.ts';
import { serviceIdsIn } from '#domain/appointments/lines.ts';
import { technicianRefusal } from '#domain/technicians.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { BookAtOnce } from '../booking/book-at-once.tsx';
import type { OwnerPartProps } from '../booking/booking-page.tsx';
import { SLOT_GRID, Slot } from '../booking/times/slot-list.tsx';
import { daysOf, slotsFor } from '../lib/appointment/free-days.ts';
import { clientQueries } from '../lib/queries/admin-queries.ts';
import { paths } from '../lib/routing/paths.ts';
import { isTechnician } from '../lib/session/technician.ts';
import { TechnicianDisc } from '../technicians/technicians.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { ClientPicker } from './client-picker.tsx';
import { ClientCard } from './form/person.tsx';
import { NewAppointment } from './new-appointment.tsx';

type Props = Pick<OwnerPartProps, 'steps'>;

/** Preselects the client's usual services, unless the owner has chosen services. Without a client, removes the preselected services. */
function useUsualServices(usual: string, { steps: { serviceIds, chooseServices } }: Props): void {
  const offered = useRef('');
  const offer = useEffectEvent((ids: string) => {
    if (ids === offered.current || serviceIds.join() !== offered.current) return; // keeps the services that the owner has chosen
    offered.current = ids;
    chooseServices(serviceIdsIn(ids));
  });
  useEffect(() => offer(usual), [usual]);
}

/** Finds a client by search, with recent clients first. Without a client the page asks for a guest's name and phone. */
function ForWhom(props: Props) {
  const { client, setClient } = props.steps.guest;
  const details = useQuery(clientQueries.one(client?.id ?? null));
  const place = useRef<HTMLElement>(null);
  useUsualServices((client && details.data?.usual_service_ids.join()) || '', props);
  const change = (next: typeof client) => {
    setClient(next);
    place.current?.focus({ preventScroll: true });
  };
  return (
    <section ref={place} tabIndex={-1} aria-labelledby="za-koga" className="mb-5 outline-none">
      <h2
        id="za-koga"
        className={client ? 'mb-2 font-text text-small font-semibold text-soft' : 'sr-only'} // until a client is chosen, only screen readers get the heading: the search field has a visible label
      >
        Za koga
      </h2>
      {client ? (
        <ClientCard client={client} details={details} onChange={() => change(null)} />
      ) : (
        <ClientPicker chosen={null} onChoose={change}>
          {(addClient) => (
            <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3">
              <p className="flex-1 basis-44 text-label/[1.125rem] text-soft">
                Ako nije klijentkinja salona, upišite je ispod kao gošću.
              </p>
              {!isTechnician() && (
                <Button variant="text" isSmall onClick={addClient} className="-mr-3">
                  Nova klijentkinja
                </Button>
              )}
            </div>
          )}
        </ClientPicker>
      )}
    </section>
  );
}

function OtherTime({ steps: { guest, serviceIds, chooser } }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [, navigate] = useLocation();
  const show = ({ start_datetime }: SalonAppointment) =>
    navigate(`${paths.adminCalendar}?view=day&date=${dateOf(start_datetime)}`);
  return (
    <>
      <Button variant="quiet" isBlock onClick={() => setIsOpen(true)} className="mt-5 border-dashed">
        <Clock />
        Drugo vreme
      </Button>
      {isOpen && (
        <NewAppointment
          preset={{
            person: guest.client ?? guest.form.values,
            serviceIds: serviceIdsIn(serviceIds.join()),
            technicianId: chooser.wanted.technicianId,
            ...(chooser.choice && { date: chooser.choice.day }),
            isOtherTime: true,
          }}
          onClose={() => setIsOpen(false)}
          onCreated={show}
        />
      )}
    </>
  );
}

function TimesByTechnician({ steps: { chooser } }: Props) {
  const { strip, choice, wanted, chooseOffer } = chooser;
  const rows = strip.technicians.flatMap((technician) => {
    if (!choice || technicianRefusal(technician.service_ids, wanted.ids)) return [];
    const slots = slotsFor(strip, { ...wanted, technicianId: technician.id });
    return { technician, offers: daysOf([choice.day], slots, [], strip.rules)[0]?.offers ?? [] };
  });
  if (!rows.some(({ offers }) => offers[0])) return null;
  return (
    <ul className="mt-4 divide-y divide-line border-y border-line">
      {rows.map(({ technician, offers }) => (
        <li key={technician.id} className="grid grid-cols-[8.5rem_1fr] items-center gap-3 pt-1 pb-3">
          <p id={`times-${technician.id}`} className="mt-2 flex min-w-0 items-center gap-2 font-medium">
            <TechnicianDisc technician={technician} />
            <span className="min-w-0 wrap-break-word">{technician.name}</span>
          </p>
          <fieldset aria-labelledby={`times-${technician.id}`} className={cx('min-w-0', SLOT_GRID)}>
            {offers.map((offer) => (
              <Slot
                key={offer.slots[0].id}
                offer={offer}
                isChosen={offer.slots[0].id === choice?.offer?.slots[0].id}
                onChoose={() => chooseOffer(offer, true)}
              />
            ))}
            {!offers[0] && <p className="text-small text-soft">nema slobodnih termina</p>}
          </fieldset>
        </li>
      ))}
    </ul>
  );
}

/** The owner's parts of /booking: the choice of the client, the free times, the button for a time that is not listed, and the button that books. */
export default function BookingFor({ place, steps, onBooked }: OwnerPartProps) {
  if (place === 'begin') return <ForWhom steps={steps} />;
  if (place === 'times') return <TimesByTechnician steps={steps} />;
  return (
    <>
      <OtherTime steps={steps} />
      <BookAtOnce steps={steps} onBooked={onBooked} />
    </>
  );
}
