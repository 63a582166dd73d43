import { useQuery } from '@tanstack/react-query';
import { dateOf } from '#domain/wall-clock.ts';
import { atMoment } from '#domain/wording/dates.ts';
import { useNow } from '../lib/clock/clock.ts';
import { POLLED, queryOf } from '../lib/queries/queries.ts';
import { Warning } from '../ui/warning.tsx';

/** After a restore the owner checks what the copy does not know. docs/spec/behaviour.md §28.4 */
export default function RestoredNote() {
  const now = useNow();
  const { data } = useQuery({ ...queryOf(['backups', 'restored'], 'GET /backups/restored'), ...POLLED });
  if (!data) return null;
  const moment = atMoment(data.from, now && dateOf(now));
  return <Warning>{`Vraćena je kopija od ${moment}. Proverite zahteve i kapare.`}</Warning>;
}
