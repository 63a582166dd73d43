import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { textOfError } from '#contract/page-errors.ts';
import { actionRefusal, moveRefusal } from '#domain/appointments/appointments.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { useNow } from '../../lib/clock/clock.ts';
import { errorCode, errorStatus, errorText } from '../../lib/errors.ts';
import { Loaded } from '../../lib/queries/loaded.tsx';
import { guestLinkQueries, useSalon, useUpcoming } from '../../lib/queries/queries.ts';
import { Guard } from '../../lib/routing/guard.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { focusHeading, Page } from '../../ui/page.tsx';
import { CallButton } from '../../ui/phone-links.tsx';
import { Warning } from '../../ui/screen-states.tsx';
import { StripSkeleton } from '../times/strip-skeleton.tsx';
import { ChooseMove, MovingStrip } from './choose-move.tsx';
import { homeOf, type Movable, type MoveOf } from './use-move.ts';

/** Why the booking can't be moved, in words; `isSalons`: the salon can still move it. */
interface Refusal {
  text: string;
  isSalons?: boolean;
}

/** What the page can tell by itself; undefined where the booking can be moved. docs/spec/behaviour.md §5.21 */
function refusalOf(booking: Movable | undefined, now: WallTime, untilHours: number): Refusal | undefined {
  if (!booking || actionRefusal('reschedule', booking, 'CLIENT', now))
    return { text: textOfError('not_active') };
  const late = moveRefusal(now, booking.start_datetime, untilHours);
  return late && { text: textOfError(late, untilHours), isSalons: true };
}

/** What the server said: of an id that is not hers as of a booking that is over. */
function serversRefusal(error: Error): Refusal {
  const code = errorCode(error);
  const own = textOfError('not_active');
  if (code === 'not_found') return { text: own };
  return { text: errorText(error, own), isSalons: code === 'move_too_late' };
}

/** It can't be moved: why, whom to call, and the way back. */
function NotMovable({ of, refusal: { text, isSalons } }: { of: MoveOf; refusal: Refusal }) {
  const home = homeOf(of);
  const phone = useSalon().data?.phone;
  useEffect(focusHeading, []);
  return (
    <Page>
      <h1 tabIndex={-1} className="mt-3 mb-4">
        Pomeranje termina
      </h1>
      <Warning>{text}</Warning>
      <div className="mt-6 grid gap-2">
        {isSalons && <CallButton phone={phone} />}
        <ButtonLink to={home.to} variant="quiet" isBlock>
          {home.label}
        </ButtonLink>
      </div>
    </Page>
  );
}

interface LoadedMoveProps<T> {
  of: MoveOf;
  query: UseQueryResult<T, Error>;
  find: (data: NonNullable<T>) => Movable | undefined;
}

/** Another time for the booking, or why it stays where it is. The heading is the same from the first moment: it has the focus. */
function LoadedMove<T>({ of, query, find }: LoadedMoveProps<T>) {
  const now = useNow();
  const salon = useSalon().data;
  const [saidByServer, setSaidByServer] = useState<Refusal | null>(null);
  const isKnown = now !== null && query.data !== undefined && query.data !== null;
  const booking = query.data ? find(query.data) : undefined;
  const own = isKnown ? refusalOf(booking, now, salon?.move_until_hours ?? 0) : undefined;
  const refusal = saidByServer ?? own;
  if (refusal) return <NotMovable of={of} refusal={refusal} />;
  return (
    <Page>
      <MovingStrip of={of} booking={booking} />
      <h1 tabIndex={-1} className="mb-3">
        Izaberite novo vreme
      </h1>
      {isKnown && booking ? (
        <ChooseMove of={of} booking={booking} onOver={(error) => setSaidByServer(serversRefusal(error))} />
      ) : (
        <Loaded query={query} fallback="Greška pri učitavanju termina." skeleton={<StripSkeleton />}>
          {() => <StripSkeleton />}
        </Loaded>
      )}
    </Page>
  );
}

function ClientsMove({ id }: { id: number }) {
  return <LoadedMove of={{ id }} query={useUpcoming()} find={(rows) => rows.find((row) => row.id === id)} />;
}

const LINK_FAULTS: readonly (number | null)[] = [400, 404];

function GuestsMove({ token }: { token: string }) {
  const query = useQuery(guestLinkQueries.booking(token));
  const isDead = LINK_FAULTS.includes(errorStatus(query.error));
  if (isDead) return <NotMovable of={{ token }} refusal={{ text: textOfError('guest_link_dead') }} />;
  return <LoadedMove of={{ token }} query={query} find={(booking) => booking} />;
}

/** /booking?pomeri=ID and /booking#pomeri=…: another time for an own booking (docs/spec/behaviour.md §5.21). */
export default function MovePage({ of }: { of: MoveOf }) {
  if ('token' in of) return <GuestsMove token={of.token} />;
  return (
    <Guard access="logged-in">
      <ClientsMove id={of.id} />
    </Guard>
  );
}
