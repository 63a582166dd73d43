import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Work } from '#contract/work/pictures.ts';
import type { PictureId } from '#domain/ids.ts';
import { HOME_WORKS_COUNT } from '#domain/limits.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { recentDay } from '#domain/wording/near-days.ts';
import { MAX_WORKS } from '#domain/work/pictures.ts';
import { request } from '../lib/api.ts';
import { useToday } from '../lib/clock/clock.ts';
import { ConfirmDeletion } from '../lib/forms/confirm-deletion.tsx';
import { useReorder } from '../lib/forms/reorder.tsx';
import { Loaded } from '../lib/queries/loaded.tsx';
import { salonQuery, useServices } from '../lib/queries/queries.ts';
import { worksQuery } from '../lib/queries/work-queries.ts';
import PublishDialog from '../pictures/publish-dialog.tsx';
import { AddSquare, SQUARES, UploadSquares, useUploads } from '../pictures/uploads.tsx';
import { Button } from '../ui/button.tsx';
import { List } from '../ui/list.tsx';
import { EmptyState, ListSkeleton } from '../ui/page.tsx';

/** Chooses a picture of the device, sends it and asks for service and consent. */
function AddWork() {
  const [added, setAdded] = useState<PictureId | null>(null);
  const uploads = useUploads({
    id: 'works',
    send: async (file, headers) =>
      setAdded((await request('POST /pictures', { query: { kind: 'WORK' }, headers, file })).id),
    onSettled: () => undefined,
  });
  return (
    <div className={`${SQUARES} mb-4`}>
      <UploadSquares uploads={uploads} />
      <AddSquare label="Dodaj rad" text="Dodaj rad" onAdd={([file]) => file && uploads.add([file])} />
      {added !== null && <PublishDialog picture={added} onClose={() => setAdded(null)} />}
    </div>
  );
}

type Named = Work & { readonly name: string };

function WorkList({ works }: { works: readonly Named[] }) {
  const today = useToday();
  const queries = useQueryClient();
  const [shownAgain, setShownAgain] = useState<Named | null>(null);
  const [removed, setRemoved] = useState<Named | null>(null);
  const { list, buttonsOf, status } = useReorder({
    items: works,
    queryKey: worksQuery.queryKey,
    save: (ids) => request('PUT /works/order', { body: { ids } }),
  });
  const consentOf = ({ consent }: Work): string =>
    consent && today
      ? `saglasnost: ${[recentDay(dateOf(consent.at), today), consent.by].filter(Boolean).join(', ')}`
      : '';
  return (
    <>
      <List ref={list}>
        {works.map((work, index) => (
          <li key={work.id} className="flex flex-wrap items-center gap-x-3 py-2 pr-2 pl-4">
            <img
              src={work.thumb}
              alt=""
              width={work.width}
              height={work.height}
              className="size-14 rounded-[10px] object-cover"
              style={{ background: work.color }}
            />
            <span className="min-w-0 flex-1 basis-32">
              <span className="block font-medium">{work.name}</span>
              <span className="block text-small text-soft">{consentOf(work)}</span>
              {work.is_hidden === 1 && (
                <Button
                  variant="quiet"
                  isSmall
                  aria-description={work.name}
                  onClick={() => setShownAgain(work)}
                >
                  Objavi ponovo
                </Button>
              )}
            </span>
            {buttonsOf(work)}
            <Button variant="ink" isSmall aria-description={work.name} onClick={() => setRemoved(work)}>
              Ukloni
            </Button>
            {index === HOME_WORKS_COUNT - 1 && works.length > HOME_WORKS_COUNT && (
              <span className="basis-full text-small text-soft">do ovde na početnoj</span>
            )}
          </li>
        ))}
      </List>
      {status}
      {shownAgain?.picture_id !== undefined && (
        <PublishDialog
          picture={shownAgain.picture_id}
          service={shownAgain.service_id}
          onClose={() => setShownAgain(null)}
        />
      )}
      {removed && (
        <ConfirmDeletion
          question="Ukloniti iz radova? Sa strane nestaje odmah, a na uređajima koji su ga videli najkasnije za sat vremena."
          action="Ukloni iz radova"
          send={() => request('DELETE /works/{id}', { params: { id: removed.id } })}
          done="Rad je uklonjen."
          onDeleted={() => {
            void queries.invalidateQueries({ queryKey: worksQuery.queryKey });
            void queries.invalidateQueries({ queryKey: salonQuery.queryKey });
          }}
          fallback="Greška pri uklanjanju."
          onClose={() => setRemoved(null)}
        />
      )}
    </>
  );
}

/** The tab 'Naši radovi' of the services: adds, orders and removes works. docs/spec/behaviour.md §30.3 */
export default function WorksTab() {
  const works = useQuery(worksQuery);
  const services = useServices().data ?? [];
  const nameOf = ({ service_id }: Work) => services.find(({ id }) => id === service_id)?.name ?? '';
  return (
    <>
      <p className="mb-3 text-soft">
        {`Prvih ${HOME_WORKS_COUNT} stoji na početnoj strani, najviše ${MAX_WORKS} slika.`}
      </p>
      {(works.data?.length ?? MAX_WORKS) < MAX_WORKS && <AddWork />}
      <Loaded
        query={works}
        fallback="Greška pri učitavanju."
        skeleton={<ListSkeleton rows={4} />}
        empty={<EmptyState title="Još nema radova." isCard />}
      >
        {(all) => <WorkList works={all.map((work) => ({ ...work, name: nameOf(work) }))} />}
      </Loaded>
    </>
  );
}
