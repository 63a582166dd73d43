import type { ParsedBody } from '#contract/index.ts';
import { settings as shape } from '#contract/settings.ts';
import type { Language } from '#domain/language/languages.ts';
import { settingsConflict, storedSettings } from '#domain/setting-rules.ts';
import { DEFAULT_SETTINGS, type SettingName, type Settings } from '#domain/settings.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { recordSettings } from '../history/history.ts';
import type { Config } from '../platform/config.ts';
import { compiledOnce } from '../platform/db/compiled.ts';
import { readJson } from '../platform/db/json.ts';
import { isOpenHolding } from '../platform/db/money/holdings.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { afterCommit, inTransaction, lockSettings } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import type { OfferedLanguages } from '../platform/http/reader-language.ts';
import type { RequestContext } from '../platform/http/request.ts';

/** Parses a stored setting. Returns {} for an unknown or invalid setting, which another release may have stored. */
function settingOf({ name, value }: { name: string; value: string }): Partial<Settings> {
  const schema = (shape.shape as Partial<typeof shape.shape>)[name as keyof Settings];
  const saved = schema && readJson(schema, value);
  return saved === undefined ? {} : { [name]: saved };
}

const savedSettings = compiledOnce((db) => db.selectFrom('settings').select(['name', 'value']));

/** The current value of each setting: the saved value, else the environment's, else the default. Commands read the settings in their transaction. */
export async function currentSettings(
  db: Db | Trx,
  { firstSettings }: Pick<Config, 'firstSettings'>,
): Promise<Settings> {
  const saved = await savedSettings(db, {});
  return Object.assign({ ...DEFAULT_SETTINGS, ...firstSettings }, ...saved.map(settingOf));
}

/** When a setting was last saved, in epoch ms; null if never. */
export async function settingSavedAt(db: Db | Trx, name: SettingName): Promise<number | null> {
  const row = await db
    .selectFrom('settings')
    .select('changed_at')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.changed_at ?? null;
}

/** How long a process may not know that another one has changed the languages. */
const LANGUAGES_FRESH_MS = 1000;

interface KnownLanguages {
  readonly languages: readonly Language[];
  readonly until: number;
}
const knownLanguages = new WeakMap<Db, KnownLanguages>();

function learnLanguages(db: Db, { languages }: Settings): readonly Language[] {
  knownLanguages.set(db, { languages, until: performance.now() + LANGUAGES_FRESH_MS });
  return languages;
}

/** Finds the languages that the salon offers; reads them at most once a second. */
export function offeredLanguages({ db, config }: Pick<RequestContext, 'db' | 'config'>): OfferedLanguages {
  const known = () => knownLanguages.get(db)?.languages ?? DEFAULT_SETTINGS.languages;
  return {
    known,
    async read() {
      const isFresh = performance.now() < (knownLanguages.get(db)?.until ?? 0);
      return isFresh ? known() : learnLanguages(db, await currentSettings(db, config));
    },
  };
}

async function waitingDeposits(trx: Trx): Promise<number> {
  const { count } = await trx
    .selectFrom('deposits')
    .innerJoin('appointments', 'appointments.booking_id', 'deposits.booking_id') // without deposits of deleted appointments
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'WAITING')
    .executeTakeFirstOrThrow();
  return count;
}

async function openHoldings(trx: Trx, now: WallTime): Promise<number> {
  const { count } = await trx
    .selectFrom('holdings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isOpenHolding(dateOf(now)))
    .executeTakeFirstOrThrow();
  return count;
}

/** Saves each setting in a separate row. docs/spec/behaviour.md §1.4 */
export function saveSettings(context: RequestContext, changes: ParsedBody<'PUT /settings'>) {
  const { db, config, now } = context;
  return inTransaction(db, async (trx) => {
    await lockSettings(trx);
    const before = await currentSettings(trx, config);
    for (const [name, value] of Object.entries(storedSettings(changes))) {
      const row = { value: JSON.stringify(value), changed_at: now.ms };
      await trx
        .insertInto('settings')
        .values({ name, ...row })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute();
    }
    const after = await currentSettings(trx, config);
    const open = { deposits: await waitingDeposits(trx), holdings: await openHoldings(trx, now.wall) };
    const fields = settingsConflict(after, open);
    if (fields) refuse('bad_input', { fields });
    await recordSettings(trx, context, before, after);
    afterCommit(trx, (committed) => void learnLanguages(committed, after));
    return after;
  });
}
