import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ellipsis, MessageCircle, MessageSquareText, Phone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { RoundRow } from '#contract/told/told.ts';
import type { ReachChannel } from '#domain/told/calls.ts';
import { clockOf } from '#domain/wall-clock.ts';
import { personOf, phoneOf } from '#domain/wording/appointments.ts';
import { errorText, request } from '../lib/api.ts';
import { copyText } from '../lib/device/copy.ts';
import { useMenu } from '../lib/menu/use-menu.tsx';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { smsLink, telephoneLink, viberLink, whatsAppLink } from '../ui/phone-links.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { CLAIM_ID, claimQuery, reachRefusal } from './claim.ts';

const WAYS = [
  { channel: 'VIBER', label: 'Viber', icon: MessageCircle },
  { channel: 'WHATSAPP', label: 'WhatsApp', icon: MessageCircle },
  { channel: 'SMS', label: 'SMS', icon: MessageSquareText },
  { channel: 'CALL', label: 'Pozovi', icon: Phone },
] as const;
type Way = (typeof WAYS)[number]['channel'];

const isWay = (channel: ReachChannel | null): channel is Way => WAYS.some((way) => way.channel === channel);

/** Opens another app. Viber takes no text, so the user pastes it. */
async function openWay(channel: Way, phone: string, text: string): Promise<void> {
  if (channel === 'CALL') window.location.assign(telephoneLink(phone));
  if (channel === 'SMS') window.location.assign(smsLink(phone, text));
  if (channel === 'WHATSAPP') window.open(whatsAppLink(phone, text), '_blank', 'noopener');
  if (channel !== 'VIBER') return;
  if (await copyText(text)) toast('info', 'Tekst je kopiran.');
  window.location.assign(viberLink(phone));
}

/** What the sheet remembers of a row that it has marked: the token that undoes it, for 10 s. */
export type Marked = Readonly<Record<number, string>>;

/** Writes to a person or calls her, and marks the row. `onMarked` gets the token of undo. */
function useReach(row: RoundRow, onMarked: (id: number, undoToken: string) => void) {
  const queries = useQueryClient();
  const invalidate = useInvalidateAppointments();
  return useMutation({
    mutationFn: async (channel: Way) => {
      const claimed = await queries.fetchQuery(claimQuery(row.id));
      const text = 'text' in claimed ? claimed.text : '';
      await openWay(channel, phoneOf(row) ?? '', text);
      const what = row.to_tell === null ? 'REMINDER' : 'DELAY';
      const seen = row.reached.at(-1)?.id ?? null;
      const body = { what, channel, seen, claim_id: CLAIM_ID } as const;
      return request('POST /appointments/{id}/reached', { params: { id: row.id }, body });
    },
    onSuccess: (recorded) => {
      if ('undo_token' in recorded) onMarked(row.id, recorded.undo_token);
    },
    onError: (error) => toast('error', reachRefusal(error)),
    onSettled: invalidate,
  });
}

interface ReachRowProps {
  row: RoundRow;
  note: ReactNode;
  /** True for the person to write to next: her button is filled. */
  isNext: boolean;
  onMarked: (id: number, undoToken: string) => void;
}

/** A person to tell: one main button, by what the salon wrote to her last; other ways behind the dots. */
export function ReachRow({ row, note, isNext, onMarked }: ReachRowProps) {
  const { mutate, isPending } = useReach(row, onMarked);
  const phone = phoneOf(row);
  const last = row.calls_only === 1 ? 'CALL' : isWay(row.last_channel) ? row.last_channel : 'VIBER';
  const main = WAYS.find(({ channel }) => channel === last) ?? WAYS[0];
  const others = WAYS.filter((way) => way !== main && row.calls_only === 0);
  const { trigger, menu } = useMenu(
    others.map(({ channel, label, icon }) => ({ label, icon, onPress: () => mutate(channel) })),
  );
  return (
    <RoundItem row={row} note={note} isOpen>
      {phone === null ? (
        <span className="text-small text-soft">bez telefona</span>
      ) : (
        <span className="flex shrink-0 items-center">
          <Button
            variant={isNext ? 'primary' : 'quiet'}
            isSmall
            isBusy={isPending}
            aria-description={personOf(row)}
            onClick={() => isPending || mutate(main.channel)}
            className="min-w-21"
          >
            {main.label}
          </Button>
          {others.length > 0 && (
            <IconButton {...trigger} icon={Ellipsis} label="Drugi načini" description={personOf(row)} />
          )}
          {menu}
        </span>
      )}
    </RoundItem>
  );
}

interface RoundItemProps {
  row: RoundRow;
  note?: ReactNode;
  isOpen?: boolean;
  children?: ReactNode;
}

/** A row of the round: the time, the person, and what is to be done or was done. */
export const RoundItem = ({ row, note, isOpen = false, children }: RoundItemProps) => (
  <li data-appointment-id={row.id} className="flex items-center gap-3 py-2 pr-2 pl-4">
    <span className={cx('self-start pt-1 tabular-nums', isOpen && 'font-semibold')}>
      {clockOf(row.start_datetime)}
    </span>
    <span className="min-w-0 flex-1 py-1 wrap-break-word">
      <span className={cx('block', isOpen && 'font-semibold')}>{personOf(row)}</span>
      {note && <span className="block text-small text-soft">{note}</span>}
    </span>
    {children}
  </li>
);

const UNDO_MS = 10_000;

/** The rows marked by this sheet, and functions to mark and to undo. */
export function useMarked() {
  const [marked, setMarked] = useState<Marked>({});
  const invalidate = useInvalidateAppointments();
  const forget = (id: number) =>
    setMarked((all) => Object.fromEntries(Object.entries(all).filter(([key]) => key !== String(id))));
  const mark = (id: number, undoToken: string) => {
    setMarked((all) => ({ ...all, [id]: undoToken }));
    setTimeout(() => forget(id), UNDO_MS);
  };
  const undo = useMutation({
    mutationFn: (id: number) =>
      request('POST /appointments/undo', { body: { undo_token: marked[id] ?? '' } }).then(() => forget(id)),
    onError: (error) => toast('error', errorText(error, 'Poništavanje nije uspelo.')),
    onSettled: invalidate,
  });
  return { marked, mark, undo: undo.mutate };
}
