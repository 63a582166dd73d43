import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/** Client notifications store facts, of which their text is made in each language. Older ones keep their text, without its reason. docs/spec/behaviour.md §33 */
export const name = 'facts of notifications';

const REASON = ' Razlog: ';
/** The only text of an earlier release that has a reason. */
const WITH_REASON = `type = 'APPT_CANCELLED_BY_ADMIN' and message like 'Salon je otkazao vaš termin %${REASON}%'`;
const ON_REQUEST = '{"on_request":true}';
const SAYS_ON_REQUEST = 'Vaš termin % je otkazan na vaš zahtev.%';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  const isSqlite = engine === 'sqlite';
  const at = `${isSqlite ? 'instr' : 'strpos'}(message, '${REASON}')`;
  const withFacts = isSqlite
    ? `json_set(content, '$.facts', json('${ON_REQUEST}'))`
    : `jsonb_set(content::jsonb, '{facts}', '${ON_REQUEST}')::text`;
  return [
    `alter table client_notifications add column facts ${t.text};`,
    `alter table client_notifications add column reason ${t.text};`,
    `update client_notifications set reason = substr(message, ${at} + ${REASON.length}), message = substr(message, 1, ${at} - 1)
      where ${WITH_REASON};`,
    `update client_notifications set facts = '${ON_REQUEST}'
      where type = 'APPT_CANCELLED_BY_ADMIN' and message like '${SAYS_ON_REQUEST}';`,
    `update outbox set content = ${withFacts}
      where kind = 'CANCELLED_CLIENT' and sent_at is null and given_up_at is null
        and content like '%"message":"${SAYS_ON_REQUEST}%';`,
  ];
}
