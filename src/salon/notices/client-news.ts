/** Who hears what when the salon changes an appointment: the table of behaviour.md §5. What a client does herself is no news to her. */
import type { AppointmentStatus } from '../appointments/appointment-status.ts';
import { minutesBetween, type WallTime } from '../salon-time.ts';
import type { Times } from '../slots/slot.ts';
import * as say from './client-messages.ts';
import type { ClientNoticeType } from './client-notice-types.ts';

export type NewsAppointment = Times & {
  status: AppointmentStatus;
  client_id: number | null;
  service_id: number | null;
  service_name: string | null;
  cancel_reason: string | null;
};

export type ClientNews = { client_id: number; type: ClientNoticeType; message: string };

const clientOf = ({ status, client_id }: NewsAppointment): number | null =>
  status === 'BOOKED' ? client_id : null;

const minutesOf = ({ start_datetime, end_datetime }: Times): number =>
  minutesBetween(start_datetime, end_datetime);

const isAllPast = (before: Times, after: Times, now: WallTime): boolean =>
  before.end_datetime <= now && after.end_datetime <= now;

/** Also when a service that was deleted, and left only its name, is taken off. */
const isOtherService = (before: NewsAppointment, after: NewsAppointment): boolean =>
  before.service_id !== after.service_id || (before.service_name !== null && after.service_name === null);

/** It is still hers: one piece of news per kind of change. */
function newsOfHers(client_id: number, before: NewsAppointment, after: NewsAppointment): ClientNews[] {
  const news: ClientNews[] = [];
  const tell = (type: ClientNoticeType, message: string) => news.push({ client_id, type, message });
  if (before.start_datetime !== after.start_datetime) {
    tell('APPT_TIME_CHANGED', say.timeChangedMessage(before, after));
  }
  const longer = minutesOf(after) - minutesOf(before);
  if (longer > 0) tell('APPT_DURATION_CHANGED_EXTENDED', say.lengthChangedMessage(before, after));
  if (longer < 0) tell('APPT_DURATION_CHANGED_SHORTENED', say.lengthChangedMessage(before, after));
  if (isOtherService(before, after)) {
    tell('APPT_SERVICE_CHANGED', say.serviceChangedMessage(before, after));
  }
  return news;
}

/** It is no longer hers: why depends on what became of it. */
function newsOfLoss(before: NewsAppointment, after: NewsAppointment): Omit<ClientNews, 'client_id'> {
  switch (after.status) {
    case 'AVAILABLE':
      return { type: 'APPT_SET_AVAILABLE_BY_ADMIN', message: say.setAvailableMessage(before) };
    case 'BLOCKED':
    case 'CANCELLED':
      return {
        type: 'APPT_CANCELLED_BY_ADMIN',
        message: say.cancelledBySalonMessage(before, after.cancel_reason),
      };
    case 'BOOKED':
      return after.client_id === null
        ? { type: 'APPT_CLIENT_CHANGED_REMOVED', message: say.removedMessage(before) }
        : { type: 'APPT_CLIENT_SWAPPED', message: say.givenAwayMessage(before) };
  }
}

/** What clients hear of an edit, a move, a resize, a cancellation or a change of status by the admin; of the past, nothing. behaviour.md §5 */
export function newsOfChange(before: NewsAppointment, after: NewsAppointment, now: WallTime): ClientNews[] {
  if (isAllPast(before, after, now)) return [];
  const loser = clientOf(before);
  const winner = clientOf(after);
  if (loser !== null && loser === winner) return newsOfHers(loser, before, after);
  const news: ClientNews[] = [];
  if (loser !== null) news.push({ client_id: loser, ...newsOfLoss(before, after) });
  if (winner !== null) {
    const message = say.addedMessage(after);
    news.push({ client_id: winner, type: 'APPT_CLIENT_CHANGED_ADDED', message });
  }
  return news;
}

/** What the client of one of two swapped appointments hears; ask once for each. behaviour.md §5 (Swap) */
export function newsOfSwap(before: NewsAppointment, after: NewsAppointment, now: WallTime): ClientNews[] {
  const client_id = clientOf(before);
  if (client_id === null || isAllPast(before, after, now)) return [];
  return [{ client_id, type: 'APPT_CLIENT_MOVE', message: say.swappedPlacesMessage(before, after) }];
}

/** What the client of a deleted appointment hears: only of one that was still ahead. behaviour.md §5 (Delete) */
export function newsOfDelete(before: NewsAppointment, now: WallTime): ClientNews[] {
  const client_id = clientOf(before);
  if (client_id === null || before.start_datetime <= now) return [];
  return [{ client_id, type: 'APPT_CANCELLED_BY_ADMIN', message: say.cancelledBySalonMessage(before, null) }];
}
