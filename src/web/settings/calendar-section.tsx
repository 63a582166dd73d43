import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { ResponseBody } from '#contract/index.ts';
import type { TechnicianId } from '#domain/ids.ts';
import { momentInWords } from '#domain/wording/dates.ts';
import { errorText, request } from '../lib/api.ts';
import { useToday } from '../lib/clock/clock.ts';
import { ConfirmDeletion } from '../lib/forms/confirm-deletion.tsx';
import { Loaded } from '../lib/queries/loaded.tsx';
import { useSalon } from '../lib/queries/queries.ts';
import { TECHNICIAN_IN_PATH, TechnicianChips, useTechnicians } from '../technicians/technicians.tsx';
import { Button, ButtonAnchor } from '../ui/button.tsx';
import { FormAlert } from '../ui/form.tsx';
import { CardSkeleton } from '../ui/page.tsx';
import { Warning } from '../ui/warning.tsx';
import { CopyField } from './copy-field.tsx';
import { calendarFeedQuery, type Whose } from './sections.ts';
import { focusSection, PartHeading, SectionHead, type SectionHeadProps } from './settings-form.tsx';

/** The calendar's link with an origin that other devices can reach: the server's `public_url` or, without one, this browser's origin. */
const reachable = (url: string, salon: { public_url: string } | undefined): string =>
  salon?.public_url ? url : window.location.origin + new URL(url).pathname;

function EndLink({ whose, onEnded }: { whose: Whose; onEnded: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <section className="mt-8">
      <PartHeading className="text-h2">Ako link dospe u pogrešne ruke</PartHeading>
      <p className="mt-2 mb-3 text-soft">
        Ukinite ga i napravite novi. Kalendar na telefonu tada prestaje da se osvežava.
      </p>
      <Button variant="quiet" onClick={() => setIsAsking(true)} className="text-error!">
        Ukini link
      </Button>
      {isAsking && (
        <ConfirmDeletion
          question="Ukinuti link? Kalendar na telefonu prestaje da se osvežava."
          giveUp="Odustani"
          action="Ukini link"
          send={() => request('DELETE /calendar-feed', { query: whose })}
          done="Link je ukinut."
          onDeleted={onEnded}
          fallback="Greška pri ukidanju linka."
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}

function FeedOf({ feed, whose }: { feed: ResponseBody<'GET /calendar-feed'>; whose: Whose }) {
  const salon = useSalon();
  const today = useToday();
  const queries = useQueryClient();
  const making = useMutation({
    mutationFn: () => request('POST /calendar-feed', { query: whose }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: calendarFeedQuery(whose).queryKey }),
  });
  if (!making.data && feed.active === 0)
    return (
      <>
        <Button onClick={() => making.mutate()} isBusy={making.isPending} className="max-md:w-full">
          Napravi link
        </Button>
        <FormAlert
          text={making.error && errorText(making.error, 'Greška pri pravljenju linka.')}
          className="has-[p]:mt-3"
        />
      </>
    );
  const link = making.data && reachable(making.data.url, salon.data);
  const end = () => {
    making.reset();
    focusSection();
  };
  return (
    <>
      {link && (
        <div className="grid gap-3">
          <CopyField label="Vaš tajni link" link={link} />
          <Warning>Link se prikazuje samo sada. Ko ga ima, vidi vaše termine i imena klijentkinja.</Warning>
          <ButtonAnchor icon={CalendarPlus} href={link.replace(/^https?:/, 'webcal:')} isBlock>
            Dodaj u kalendar
          </ButtonAnchor>
        </div>
      )}
      {!link && feed.created_at && (
        <p className="mb-3">
          Link je napravljen {momentInWords(feed.created_at, today)} i radi. Ne može se ponovo prikazati.
        </p>
      )}
      <EndLink whose={whose} onEnded={end} />
    </>
  );
}

/** Settings: secret links that show the bookings of the salon or of a technician in phone calendars (docs/spec/behaviour.md §1.4). */
export default function CalendarSection(props: Pick<SectionHeadProps, 'title' | 'isOnOtherPage'>) {
  const [address, setAddress] = useSearchParams();
  const technicians = useTechnicians();
  const asked = address.get(TECHNICIAN_IN_PATH);
  const chosen = technicians.find(({ id }) => String(id) === asked)?.id ?? null;
  const whose = chosen === null ? {} : { technician_id: String(chosen) };
  const feed = useQuery(calendarFeedQuery(whose));
  const choose = (id: TechnicianId | null) => {
    address.delete(TECHNICIAN_IN_PATH);
    setAddress({ ...Object.fromEntries(address), ...(id !== null && { [TECHNICIAN_IN_PATH]: String(id) }) });
  };
  return (
    <>
      <SectionHead
        {...props}
        lead="Zakazani termini se automatski upisuju u kalendar vašeg telefona, od pre mesec dana do pola godine unapred."
      />
      <TechnicianChips {...{ technicians, chosen }} onChoose={choose} className="my-5" />
      <div className="max-w-client">
        <Loaded query={feed} fallback="Greška pri učitavanju podataka." skeleton={<CardSkeleton />}>
          {(known) => <FeedOf key={chosen} feed={known} whose={whose} />}
        </Loaded>
      </div>
    </>
  );
}
