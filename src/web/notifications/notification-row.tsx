import { Check, CheckCheck, Trash2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { t } from '#domain/language/translate.ts';
import { addDays, clockOf, dateOf, type WallDate, type WallTime, weekdayOf } from '#domain/wall-clock.ts';
import { dayInWords, dayName, type Today } from '#domain/wording/dates.ts';
import { ConfirmDeletion } from '../lib/forms/confirm-deletion.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { type Inbox, useMarkAllRead } from './inbox.ts';

/** The heading of a day: 'danas', 'juče, ponedeljak', otherwise 'nedelja, 15. novembar'. */
function dayHeading(date: WallDate, today: Today): string {
  if (date === today) return t('danas');
  const isYesterday = today !== null && date === addDays(today, -1);
  return isYesterday ? t('juče, {day}', { day: dayName(weekdayOf(date)) }) : dayInWords(date, today);
}

export interface PlaceInDay {
  isFirst: boolean;
  isLast: boolean;
}

export function placeInDay(rows: readonly { created_at: WallTime }[], index: number): PlaceInDay {
  const dayAt = (at: number) => rows[at] && dateOf(rows[at].created_at);
  return { isFirst: dayAt(index) !== dayAt(index - 1), isLast: dayAt(index) !== dayAt(index + 1) };
}

/** The cells after the name: in the same line in a wide list, below the name in a narrow list. */
const BELOW = 'col-start-2 min-w-0 text-small wrap-break-word text-soft @[44rem]:col-start-auto';
const COLUMNS =
  'grid-cols-[0.5rem_minmax(0,1fr)_auto_auto] @[44rem]:grid-cols-[0.5rem_minmax(0,6fr)_minmax(0,5fr)_minmax(0,5fr)_7rem_auto]';

export interface NotificationRowProps extends Omit<ComponentProps<'li'>, 'about' | 'className'> {
  notification: { created_at: WallTime };
  place: PlaceInDay;
  today: Today;
  isUnread: boolean;
  name: ReactNode;
  about: ReactNode;
  when?: ReactNode;
  /** The time of the event in words, for screen readers: 'Otkazano danas u 10:41'. */
  toldInWords: string;
  end?: ReactNode;
  actions: ReactNode;
}

/** A notification in a list, under the heading of its day. Unread: a dot, bold words and the word 'NOVO'. */
export function NotificationRow(props: NotificationRowProps) {
  const {
    notification,
    place,
    today,
    isUnread,
    name,
    about,
    when,
    toldInWords,
    end,
    actions,
    children,
    ...li
  } = props;
  const { created_at } = notification;
  return (
    <li {...li} className={cx(place.isFirst && 'pt-6 first:pt-0')}>
      {place.isFirst && (
        <h2 className="mb-2 font-text text-small font-semibold text-soft first-letter:uppercase">
          {dayHeading(dateOf(created_at), today)}
        </h2>
      )}
      <div
        className={cx(
          '@container overflow-clip border-x border-b border-line bg-card',
          place.isFirst && 'rounded-t-card border-t',
          place.isLast && 'rounded-b-card',
        )}
      >
        <div
          className={`group relative grid min-h-16 items-center gap-x-3 py-2 pr-2 pl-4 transition-colors hover:bg-blush ${COLUMNS}`}
        >
          <span aria-hidden="true" className={cx('size-2 rounded-pill', isUnread && 'bg-accent')} />
          <div className={cx('min-w-0 wrap-break-word', isUnread && 'font-semibold')}>{name}</div>
          <div className={BELOW}>{about}</div>
          <div className={`${BELOW} col-span-2 tabular-nums @[44rem]:col-span-1`}>{when}</div>
          <div className="col-start-3 row-span-2 row-start-1 flex flex-col-reverse items-end justify-end gap-x-2 self-start text-small/6 text-soft @[44rem]:col-start-5 @[44rem]:row-span-1 @[44rem]:flex-row @[44rem]:items-baseline @[44rem]:self-center">
            {isUnread && (
              <span className="text-label font-semibold tracking-wide text-link">{t('NOVO')}</span>
            )}
            <span className="sr-only">{toldInWords}</span>
            <time aria-hidden="true">{clockOf(created_at)}</time>
          </div>
          {end}
          {children}
          {actions}
        </div>
      </div>
    </li>
  );
}

/** With a mouse, hover and keyboard focus show the buttons of a row. */
export const ON_HOVER =
  'pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100';

interface RowActionsProps {
  inbox: Inbox;
  /** The ids of the notifications to delete: two if the row shows a cancellation together with the notification of its booking. */
  ids: readonly number[];
  label: string;
  description?: string;
  isUnread: boolean;
  onRead: () => void;
  /** Whether touch devices show the actions. With a mouse, hover and keyboard focus show them. */
  isShown: boolean;
}

export function RowActions(props: RowActionsProps) {
  const { inbox, ids, label, description, isUnread, onRead, isShown } = props;
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div
      className={cx(
        'flex justify-end text-soft pointer-fine:absolute pointer-fine:top-2.5 pointer-fine:right-14 pointer-fine:bg-blush',
        ON_HOVER,
        isShown ? 'pointer-coarse:relative pointer-coarse:col-span-full' : 'pointer-coarse:hidden',
      )}
    >
      {isUnread && (
        <IconButton
          icon={Check}
          label={t('Označi kao pročitano')}
          description={description}
          onClick={onRead}
        />
      )}
      <IconButton
        icon={Trash2}
        label={t('Obriši')}
        description={description}
        onClick={() => setIsAsking(true)}
      />
      {isAsking && (
        <ConfirmDeletion
          send={() => inbox.deleteThese(ids)}
          question={
            ids.length === 1
              ? t('Obrisati notifikaciju „{name}“?', { name: label })
              : 'Obrisati obe notifikacije, o zakazivanju i o otkazivanju?'
          }
          fallback={t('Greška pri brisanju notifikacije.')}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

export interface BulkActionsProps {
  inbox: Inbox;
  markAllLabel: string;
  deleteAllQuestion: string;
  /** Where the buttons are: at the end of the list, in a sticky bar at the bottom of the screen, or in the head of the page. */
  place?: 'list' | 'bar' | 'head';
}

const PLACES = {
  list: 'mt-2 grid gap-2 md:grid-cols-2',
  bar: 'bulk-bar',
  head: 'ml-auto flex shrink-0 gap-1',
};

export function BulkActions({ inbox, markAllLabel, deleteAllQuestion, place = 'list' }: BulkActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const marking = useMarkAllRead(inbox);
  const isBar = place === 'bar';
  const isHead = place === 'head';
  const ask = () => setIsAsking(true);
  return (
    <div data-over-page={isBar || undefined} className={PLACES[place]}>
      <Button
        variant={isBar ? 'text' : 'quiet'}
        isSmall={isHead}
        isBusy={marking.isPending}
        onClick={() => marking.mutate()}
      >
        {isBar && !marking.isPending && <CheckCheck size={18} />}
        {markAllLabel}
      </Button>
      {isHead ? (
        <IconButton icon={Trash2} label={t('Obriši sve')} onClick={ask} className="-mr-2.5" />
      ) : (
        <Button variant="danger-text" onClick={ask}>
          {isBar && <Trash2 size={18} />}
          {t('Obriši sve')}
        </Button>
      )}
      {isAsking && (
        <ConfirmDeletion
          send={inbox.deleteAll}
          question={deleteAllQuestion}
          fallback={t('Greška pri brisanju notifikacija.')}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
