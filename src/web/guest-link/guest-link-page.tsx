import { useQuery } from '@tanstack/react-query';
import { errorStatus } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { Loaded } from '../api/loaded.tsx';
import { refusalText } from '../api/refusal/refusal-text.ts';
import { useSalon } from '../api/use-salon.ts';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/action/button.tsx';
import { CardBones } from '../ui/part/bones.tsx';
import { Brand } from '../ui/part/brand.tsx';
import { EmptyState } from '../ui/part/empty-state.tsx';
import { Page } from '../ui/part/page.tsx';
import { GuestBookingView } from './guest-booking-view.tsx';

const FALLBACK = 'Greška pri učitavanju termina.';

/** Whatever is wrong with a link, it is one friendly sentence. */
const isDead = (error: unknown): boolean => {
  const status = errorStatus(error) ?? 0;
  return status === 404 || status === 400;
};

function DeadLink() {
  return (
    <EmptyState title={refusalText('guest_link_dead')}>
      <p className="text-soft">Termin je prošao ili link nije potpun.</p>
      <ButtonLink to={paths.booking} className="mt-2">
        Zakaži termin
      </ButtonLink>
    </EmptyState>
  );
}

/** /booking?termin=…: a guest's own booking, by the link that she got when she booked. */
export default function GuestLinkPage({ token }: { token: string }) {
  const salon = useSalon().data;
  const booking = useQuery({
    queryKey: ['guest-link', token],
    queryFn: ({ signal }) => call('POST /guest-link/view', { body: { token }, signal }),
    refetchOnWindowFocus: 'always',
  });
  return (
    <Page>
      <Brand name={salon?.name} to={paths.home} />
      {isDead(booking.error) ? (
        <DeadLink />
      ) : (
        <Loaded
          query={booking}
          fallback={FALLBACK}
          bones={
            <div className="mt-7">
              <CardBones />
            </div>
          }
        >
          {(found) => <GuestBookingView booking={found} token={token} onChanged={booking.refetch} />}
        </Loaded>
      )}
    </Page>
  );
}
