import { useQuery } from '@tanstack/react-query';
import { Check, Undo2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { RoundRow } from '#contract/told/told.ts';
import { clockOf, type WallDate } from '#domain/wall-clock.ts';
import { personOf } from '#domain/wording/appointments.ts';
import {
  channelName,
  isWithoutMessage,
  reachedInWords,
  roundCounts,
  roundTitle,
  wasReached,
} from '#domain/wording/told/round.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { List } from '../ui/list.tsx';
import { ListSkeleton } from '../ui/page.tsx';
import { useFocusKept } from '../ui/use-focus-kept.ts';
import { claimQuery, reachRefusal } from './claim.ts';
import { roundQuery } from './queries.ts';
import { ReachRow, RoundItem, useMarked } from './reach-row.tsx';

const noteOf = ({ service_name, technician_name, unknown }: RoundRow): string =>
  [service_name, technician_name, unknown === 1 && 'ne zna se'].filter(Boolean).join(', ');

interface GroupProps {
  title: string;
  rows: readonly RoundRow[];
  children: (row: RoundRow) => ReactNode;
}

/** A section of the sheet with the number of its rows; nothing without rows. */
export const Group = ({ title, rows, children }: GroupProps) =>
  rows.length > 0 && (
    <section className="mt-5">
      <h3 className="mb-2 flex justify-between text-small font-semibold text-soft">
        {title} <span className="tabular-nums">{rows.length}</span>
      </h3>
      <List>{rows.map(children)}</List>
    </section>
  );

export const UndoButton = ({ row, onPress }: { row: RoundRow; onPress: () => void }) => (
  <Button variant="text" isSmall icon={Undo2} aria-description={personOf(row)} onClick={onPress}>
    Poništi
  </Button>
);

/** The text that the next person gets. While it is shown, no other page and no automatic reminder writes to her. */
export function NextText({ id }: { id: number | null }) {
  const { data, error } = useQuery(claimQuery(id));
  if (error) return <p className="mt-6 text-small text-soft">{reachRefusal(error)}</p>;
  if (!data || !('text' in data)) return null;
  return (
    <section className="mt-6">
      <h3 className="mb-2">Ovako izgleda poruka</h3>
      <p className="mr-12 rounded-card rounded-bl-sm border border-line px-4 py-3 text-small whitespace-pre-line wrap-break-word">
        {data.text}
      </p>
    </section>
  );
}

function Rows({ rows }: { rows: readonly RoundRow[] }) {
  const now = useNow();
  const { marked, mark, undo } = useMarked();
  const list = useRef<HTMLDivElement>(null);
  const waiting = now === null ? [] : rows.filter((row) => isWithoutMessage(row, now));
  const next = waiting.find(({ client_phone, guest_phone }) => client_phone ?? guest_phone);
  useFocusKept(
    waiting.map(({ id }) => id),
    () => list.current?.querySelector('button')?.focus({ preventScroll: true }),
  );
  const told = rows.filter((row) => !waiting.includes(row) && row.confirmed_at === null);
  const [done, others] = [told.filter(wasReached), told.filter((row) => !wasReached(row))];
  return (
    <div ref={list}>
      <Group title="Čekaju poruku" rows={waiting}>
        {(row) => (
          <ReachRow key={row.id} row={row} note={noteOf(row)} isNext={row === next} onMarked={mark} />
        )}
      </Group>
      <Group title="Javljeno" rows={done}>
        {(row) => {
          const last = row.reached.at(-1);
          return (
            <RoundItem key={row.id} row={row} note={last && reachedInWords(last)}>
              {marked[row.id] !== undefined && <UndoButton row={row} onPress={() => undo(row.id)} />}
            </RoundItem>
          );
        }}
      </Group>
      <Group title="Javlja Lunula" rows={others}>
        {(row) => (
          <RoundItem
            key={row.id}
            row={row}
            note={row.will && `${channelName(row.will.channel)} u ${clockOf(row.will.at)}`}
          />
        )}
      </Group>
      <Group title="Dolaze" rows={rows.filter(({ confirmed_at }) => confirmed_at !== null)}>
        {(row) => (
          <RoundItem key={row.id} row={row}>
            <span className="flex items-center gap-1 pr-2 text-small font-semibold text-ok">
              <Check size={16} strokeWidth={2} />
              dolazi
            </span>
          </RoundItem>
        )}
      </Group>
      <NextText id={next?.id ?? null} />
    </div>
  );
}

/** The sheet of the round: who of the day comes, who was told, and who has still to be told. docs/spec/behaviour.md §29.5 */
export default function RoundSheet({ day, onClose }: { day: WallDate; onClose: () => void }) {
  const query = useQuery(roundQuery({ date: day }));
  const [now, today] = [useNow(), useToday()];
  return (
    <Dialog
      title={today ? roundTitle(day, today) : ''}
      lead={query.data && now && roundCounts(query.data, now)}
      onClose={onClose}
    >
      <Loaded
        query={query}
        fallback="Greška pri učitavanju termina."
        skeleton={<ListSkeleton rows={4} />}
        empty={<p className="text-soft">Nema zakazanih termina.</p>}
      >
        {(rows) => <Rows rows={rows} />}
      </Loaded>
    </Dialog>
  );
}
