import { type InfiniteData, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { FreeSlot } from '#contract/appointments.ts';
import type { ResponseBody } from '#contract/index.ts';
import { t } from '#domain/language/translate.ts';
import { dateOf, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { errorStatus, errorText, logSilentFailure, request } from '../lib/api.ts';
import { useOffers } from '../lib/appointment/use-offers.ts';
import { useNow } from '../lib/clock/clock.ts';
import {
  ADMIN_NOTIFICATIONS_KEY,
  type AdminNotificationTab,
  CLIENT_NOTIFICATIONS_KEY,
  UNREAD_COUNT_KEY,
} from '../lib/queries/notification-queries.ts';
import { type DateRange, useSalon } from '../lib/queries/queries.ts';
import { useInvalidate } from '../lib/queries/query-client.ts';
import { toast } from '../ui/toasts/toast.ts';

export type AdminNotification = ResponseBody<'GET /notifications'>[number];
export type ClientNotification = ResponseBody<'GET /client-notifications'>[number];
export type AnyNotification = AdminNotification | ClientNotification;

export interface Inbox {
  listKey: QueryKey;
  markRead: (ids: readonly number[]) => Promise<unknown>;
  onMarkReadError: (error: Error) => void;
  markAllRead: () => Promise<unknown>;
  onMarkAllReadError: (error: Error) => void;
  /** Whether `markAllRead` and `deleteAll` include the notification. */
  holds: (notification: AnyNotification) => boolean;
  deleteThese: (ids: readonly number[]) => Promise<unknown>;
  deleteAll: () => Promise<unknown>;
}

const toastError = (error: Error, fallback: string) => toast('error', errorText(error, fallback));

const NOT_FOUND = 404;

/** Deletes notifications one by one. Ignores notifications that another page or an earlier attempt has already deleted. */
async function deleteEach(ids: readonly number[], send: (id: number) => Promise<unknown>): Promise<void> {
  for (const id of ids) {
    try {
      await send(id);
    } catch (error) {
      if (errorStatus(error) !== NOT_FOUND) throw error;
    }
  }
}

/** The notifications of a client. `markAllRead` and `deleteAll` ignore the filter. */
export const clientInbox: Inbox = {
  listKey: CLIENT_NOTIFICATIONS_KEY,
  markRead: (ids) =>
    Promise.all(ids.map((id) => request('POST /client-notifications/{id}/read', { params: { id } }))),
  onMarkReadError: (error) => toastError(error, t('Greška pri označavanju kao pročitano.')),
  markAllRead: () => request('POST /client-notifications/read-all'),
  onMarkAllReadError: (error) => toastError(error, t('Greška pri označavanju svih kao pročitano.')),
  holds: () => true,
  deleteThese: (ids) =>
    deleteEach(ids, (id) => request('DELETE /client-notifications/{id}', { params: { id } })),
  deleteAll: () => request('DELETE /client-notifications', { query: { scope: 'all' } }),
};

/** The salon's notifications in one tab. If marking them as read fails, no error is shown (docs/spec/product.md §8.4). */
export const adminInbox = (tab: AdminNotificationTab): Inbox => ({
  listKey: ADMIN_NOTIFICATIONS_KEY,
  markRead: (ids) =>
    Promise.all(ids.map((id) => request('POST /notifications/{id}/read', { params: { id } }))),
  onMarkReadError: (error) => logSilentFailure('mark-read', error),
  markAllRead: () => request('POST /notifications/read-all', { query: { type: tab } }),
  onMarkAllReadError: (error) => toastError(error, 'Greška pri označavanju.'),
  holds: ({ type }) => tab === 'ALL' || type === tab,
  deleteThese: (ids) => deleteEach(ids, (id) => request('DELETE /notifications/{id}', { params: { id } })),
  deleteAll: () => request('DELETE /notifications', { query: { type: tab } }),
});

type Pages = InfiniteData<readonly AnyNotification[], number>;

/** Marks notifications as read, optimistically in the cached lists. After a failure a refetch reverts the marks. */
function useMark<Sent>(
  { listKey: queryKey }: Inbox,
  mutationFn: (sent: Sent) => Promise<unknown>,
  isMarked: (notification: AnyNotification, sent: Sent) => boolean,
  onError: (error: Error) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onMutate: async (sent) => {
      await queries.cancelQueries({ queryKey });
      const mark = (one: AnyNotification): AnyNotification =>
        one.read_at === null && isMarked(one, sent) ? { ...one, read_at: one.created_at } : one;
      queries.setQueriesData<Pages>(
        { queryKey },
        (data) => data && { ...data, pages: data.pages.map((page) => page.map(mark)) },
      );
    },
    onError,
    onSettled: useInvalidate(queryKey, UNREAD_COUNT_KEY),
  });
}

export const useMarkRead = (inbox: Inbox) =>
  useMark<readonly number[]>(inbox, inbox.markRead, ({ id }, ids) => ids.includes(id), inbox.onMarkReadError);

export const useMarkAllRead = (inbox: Inbox) =>
  useMark<void>(inbox, inbox.markAllRead, inbox.holds, inbox.onMarkAllReadError);

export type Freed = Pick<ClientNotification, 'day' | 'appointment_id' | 'appt_start'>;

export type FreedState = 'free' | 'gone' | 'loading';

/** The days to fetch free slots for: from today on, and only days of slots that still exist. With `split_slots` a time outlives its slot. */
export const daysToAsk = (freed: readonly Freed[], today: WallDate, isSplit = false): WallDate[] =>
  freed.flatMap(({ day, appointment_id }) =>
    day !== null && day >= today && (isSplit || appointment_id !== null) ? [day] : [],
  );

export function spanOf(days: readonly WallDate[]): DateRange | null {
  const sorted = [...days].sort();
  const [from] = sorted;
  const to = sorted.at(-1);
  return from && to ? { from, to } : null;
}

/** The state of a freed slot. If the request for the free slots failed (`free` is null), assumes that the slot is still free. */
export function freedState(
  { appointment_id, appt_start }: Freed,
  now: WallTime,
  free: readonly { readonly id: number; readonly start_datetime: WallTime }[] | null | undefined,
  /** With `split_slots`: whether this start can still be booked. */
  isOffered?: (start: WallTime) => boolean,
): FreedState {
  if ((appointment_id === null && !isOffered) || appt_start === null || appt_start <= now) return 'gone';
  if (free === undefined) return 'loading';
  const isListed = free?.some(
    ({ id, start_datetime }) => id === appointment_id && start_datetime === appt_start,
  );
  return (isOffered && free ? isOffered(appt_start) : isListed) === false ? 'gone' : 'free';
}

export const freedOf = ({ appointment_id, appt_start }: AdminNotification): Freed => ({
  day: appt_start && dateOf(appt_start),
  appointment_id,
  appt_start,
});

/** The freed slots for which the owner must call waiting guests, from the salon's notifications. */
export const callsOf = (notifications: readonly AdminNotification[]): Freed[] =>
  notifications.filter(({ type }) => type === 'FREE_SLOT_GUEST').map(freedOf);

export const offersOf = (notifications: readonly ClientNotification[]): Freed[] =>
  notifications.filter(({ type }) => type === 'FREE_SLOT_AVAILABLE');

type Wait = ResponseBody<'GET /client-notifications/free-slot'>[number];

/** Returns a function that gives the state of a freed slot. Fetches the days of all freed slots in one request. `waits`: a client's entries, whose services decide with `split_slots` what is offered to her. */
export function useFreedSlots(
  freed: readonly Freed[],
  waits?: readonly Wait[],
): (freed: Freed) => FreedState {
  const now = useNow();
  const isSplit = useSalon().data?.split_slots === 1;
  const span = now === null ? null : spanOf(daysToAsk(freed, dateOf(now), isSplit));
  const { query, isLoaded, offersOf } = useOffers(span);
  const free = query.isError ? null : isLoaded ? query.data : undefined;
  const isOffered = (start: WallTime) => {
    const covers = (slot: FreeSlot) => slot.start_datetime <= start && start < slot.end_datetime;
    if (!waits) return query.data?.some(covers) ?? false;
    const { service_ids: ids = [], technician_id: technicianId = null } =
      waits.find(({ date }) => date === dateOf(start)) ?? {};
    return offersOf({ ids, technicianId }).some(({ start_datetime }) => start_datetime === start);
  };
  return (one) => (now === null ? 'loading' : freedState(one, now, free, isSplit ? isOffered : undefined));
}
