// The works that the salon shows to everybody. docs/spec/behaviour.md §30.3
import { existsSync } from 'node:fs';
import type { ParsedBody, ParsedQuery } from '#contract/index.ts';
import type { Work } from '#contract/work/pictures.ts';
import type { WorkId } from '#domain/ids.ts';
import { CONSENT } from '#domain/work/consent.ts';
import { countRefusal } from '#domain/work/pictures.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { momentText } from '../platform/clock.ts';
import { listedWorks, shownWorks, worksOfServices } from '../platform/db/pictures.ts';
import type { Trx } from '../platform/db/schema.ts';
import { inTransaction, lockPictureFile } from '../platform/db/transaction.ts';
import { refuse, refuseIf, refuseOnViolation } from '../platform/errors.ts';
import { PictureFile } from '../platform/http/file-response.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { pathOf, thumbOf } from '../platform/pictures/files.ts';

/** The works that a user sees; none of services that are hidden. `only`: this one of the owner's, whatever its service. */
async function listWorks({ db, user, clock }: RequestContext, only?: WorkId): Promise<Work[]> {
  const isOwner = user?.role === 'ADMIN';
  const listed = isOwner ? listedWorks(db) : shownWorks(db);
  const rows = await (only === undefined ? listed : worksOfServices(db).where('works.id', '=', only))
    .select(['works.id', 'works.service_id', 'width', 'height', 'color', 'picture_id', 'is_hidden'])
    .select(['consent_at', 'consent_by', 'consent_text'])
    .orderBy('works.position')
    .orderBy('works.id')
    .execute();
  return rows.map(
    ({ consent_at, consent_by: by, consent_text: text, service_id, picture_id, is_hidden, ...row }) => ({
      ...row,
      service_id: service_id ?? refuse('not_found'),
      url: `/api/works/${row.id}/file?size=picture`,
      thumb: `/api/works/${row.id}/file?size=thumb`,
      ...(isOwner && { picture_id, is_hidden, consent: { at: momentText(consent_at, clock), by, text } }),
    }),
  );
}

/** Locks the list of works, whose order and number a change must know. */
const lockWorks = (trx: Trx) => lockPictureFile(trx, 'works');

async function addWork(
  context: RequestContext<SessionUser>,
  { picture_id, service_id }: ParsedBody<'POST /works'>,
): Promise<Work> {
  const { db, user, now } = context;
  const adding = inTransaction(db, async (trx) => {
    await lockWorks(trx);
    const picture = trx.selectFrom('pictures').select('kind').where('id', '=', picture_id);
    const { kind } = (await picture.executeTakeFirst()) ?? refuse('not_found');
    if (kind === 'WISH') refuse('not_found');
    const works = await trx.selectFrom('works').select(['id', 'position', 'picture_id']).execute();
    const shown = await shownWorks(trx).select('works.id').execute();
    const consent = { consent_text: CONSENT, consent_at: now.ms, consent_by: user.name };
    const hidden = works.find(
      (work) => work.picture_id === picture_id && shown.every(({ id }) => id !== work.id),
    );
    if (hidden) {
      const confirmed = { ...consent, service_id, is_hidden: 0 } as const;
      await trx.updateTable('works').set(confirmed).where('id', '=', hidden.id).execute();
      return hidden.id;
    }
    refuseIf(countRefusal('WORK', works.length));
    const position = Math.max(0, ...works.map((work) => work.position)) + 1;
    const added = trx.insertInto('works').values({ picture_id, service_id, position, ...consent });
    return (await added.returning('id').executeTakeFirstOrThrow()).id;
  });
  const id = await refuseOnViolation(adding, { unique: 'conflict', 'foreign-key': 'unknown_service' });
  return (await listWorks(context, id))[0] ?? refuse('not_found');
}

function orderWorks({ db }: RequestContext, ids: readonly WorkId[]): Promise<{ count: number }> {
  return inTransaction(db, async (trx) => {
    await lockWorks(trx);
    const existing = await listedWorks(trx).select('works.id').execute();
    const named = new Set(ids);
    if (
      named.size !== ids.length ||
      existing.length !== ids.length ||
      existing.some(({ id }) => !named.has(id))
    )
      refuse('conflict');
    for (const [index, id] of ids.entries())
      await trx
        .updateTable('works')
        .set({ position: index + 1 })
        .where('id', '=', id)
        .execute();
    return { count: ids.length };
  });
}

/** Takes a work down, with the wishes that refer to it. */
function deleteWork({ db }: RequestContext, id: WorkId): Promise<void> {
  return inTransaction(db, async (trx) => {
    await lockWorks(trx);
    const gone = await trx.deleteFrom('works').where('id', '=', id).returning('id').executeTakeFirst();
    if (!gone) refuse('not_found');
    await trx.deleteFrom('pictures').where('work_id', '=', id).execute();
  });
}

async function workFile(
  { db, config }: RequestContext,
  id: WorkId,
  { size }: ParsedQuery<'GET /works/{id}/file'>,
): Promise<PictureFile> {
  const found = await shownWorks(db).select(['file', 'thumb']).where('works.id', '=', id).executeTakeFirst();
  if (!found) return refuse('not_found');
  const name = size === 'thumb' ? thumbOf(found) : found.file;
  const path = pathOf(config, name);
  return existsSync(path) ? new PictureFile(path, name, true) : refuse('pictures_away');
}

export const workRoutesOf = {
  'GET /works': (request: RequestContext) => listWorks(request),
  'POST /works': (request: RequestContext<SessionUser> & { body: ParsedBody<'POST /works'> }) =>
    addWork(request, request.body),
  'PUT /works/order': (request: RequestContext & { body: ParsedBody<'PUT /works/order'> }) =>
    orderWorks(request, request.body.ids),
  'DELETE /works/{id}': (request: RequestContext & { params: { id: WorkId } }) =>
    deleteWork(request, request.params.id),
  'GET /works/{id}/file': (
    request: RequestContext & { params: { id: WorkId }; query: ParsedQuery<'GET /works/{id}/file'> },
  ) => workFile(request, request.params.id, request.query),
};
