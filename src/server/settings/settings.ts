import type { ParsedBody } from '#contract/index.ts';
import { settings as shape } from '#contract/settings.ts';
import { settingsConflict, storedSettings } from '#domain/setting-rules.ts';
import { DEFAULT_SETTINGS, type SettingName, type Settings } from '#domain/settings.ts';
import { recordSettings } from '../history/history.ts';
import type { Config } from '../platform/config.ts';
import { compiledOnce } from '../platform/db/compiled.ts';
import { readJson } from '../platform/db/json.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockSettings } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
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

async function waitingDeposits(trx: Trx): Promise<number> {
  const { count } = await trx
    .selectFrom('deposits')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'WAITING')
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
    const fields = settingsConflict(after, await waitingDeposits(trx));
    if (fields) refuse('bad_input', { fields });
    await recordSettings(trx, context, before, after);
    return after;
  });
}
