import type { Engine } from './words.ts';

const NO_OVERLAP_SQLITE = (event: string) => `
  create trigger appointments_no_overlap_${event.split(' ')[0]} after ${event} on appointments
  when new.status <> 'CANCELLED' and exists (
    select 1 from appointments a
    where a.day = new.day and a.status <> 'CANCELLED' and a.id <> new.id
      and a.start_datetime < new.end_datetime and a.end_datetime > new.start_datetime)
  begin select raise(abort, 'appointments_no_overlap'); end;`;
/** Appointments that are not CANCELLED never overlap, whatever writes them. docs/spec/behaviour.md §5.1 */
export const NO_OVERLAP: Record<Engine, string[]> = {
  sqlite: [NO_OVERLAP_SQLITE('insert'), NO_OVERLAP_SQLITE('update of start_datetime, end_datetime, status')],
  // NOT DEFERRABLE: "on conflict" works, and a conflict fails its own statement on both engines
  postgres: [
    `alter table appointments add constraint appointments_no_overlap
     exclude using gist (tsrange(start_datetime, end_datetime) with &&) where (status <> 'CANCELLED');`,
  ],
};
