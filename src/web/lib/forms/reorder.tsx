import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts/toast.ts';
import { errorText } from '../api.ts';

type Step = -1 | 1;

interface Item {
  id: number;
  name: string;
}

function moved<One>(items: readonly One[], index: number, to: number): One[] {
  const next = [...items];
  next.splice(to, 0, ...next.splice(index, 1));
  return next;
}

const EDGE_PX = 96;
const SCROLL_PX = 16;

interface GripProps {
  list: RefObject<HTMLUListElement | null>;
  onDrop: (to: number) => void;
}

/** Drags an item of the list to another place; the row that gives way has `data-drop`. The buttons do the same for the keyboard. */
function Grip({ list, onDrop }: GripProps) {
  const to = useRef<number | null>(null);
  const mark = (index: number | null) => {
    to.current = index;
    for (const [n, row] of [...(list.current?.children ?? [])].entries())
      row.toggleAttribute('data-drop', n === index);
  };
  const end = () => {
    if (to.current !== null) onDrop(to.current);
    mark(null);
  };
  return (
    <span
      aria-hidden="true"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={({ currentTarget, pointerId, clientY }) => {
        if (!currentTarget.hasPointerCapture(pointerId)) return;
        if (clientY < EDGE_PX) window.scrollBy(0, -SCROLL_PX);
        if (clientY > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX);
        const rows = [...(list.current?.children ?? [])];
        const under = rows.findIndex((row) => clientY < row.getBoundingClientRect().bottom);
        mark(under < 0 ? rows.length - 1 : under);
      }}
      onPointerUp={end}
      onPointerCancel={() => mark(null)}
      className="grid size-11 shrink-0 cursor-grab touch-none place-items-center text-soft active:cursor-grabbing"
    >
      <GripVertical size={20} />
    </span>
  );
}

const isFocusLost = (): boolean =>
  document.activeElement === document.body || document.activeElement?.matches(':disabled') === true;

/** `focusNext` takes selectors: if the focused button disappears from the list, the first selector that matches gets the focus. */
function useNextFocus(items: readonly Item[]) {
  const list = useRef<HTMLUListElement>(null);
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const order = items.map(({ id }) => id).join();
  useEffect(() => {
    if (order === '' || !isFocusLost()) return;
    const found = wanted.map((place) => list.current?.querySelector<HTMLElement>(place));
    found.find((element) => element)?.focus();
  }, [wanted, order]);
  return { list, focusNext: (...places: string[]) => setWanted(places) };
}

export interface ReorderOptions<One extends Item> {
  /** The items in their order; the cached list of `queryKey` may contain more items. */
  items: readonly One[];
  queryKey: QueryKey;
  save: (ids: One['id'][]) => Promise<unknown>;
}

/**
 * Buttons that move an item of a list up and down, and a grip that drags it. Saves the order and updates the list optimistically; requests run one after another
 * (`scope`), so the last order wins. `status` announces the new position.
 */
export function useReorder<One extends Item>({ items, queryKey, save }: ReorderOptions<One>) {
  const queries = useQueryClient();
  const { list, focusNext } = useNextFocus(items);
  const [announced, setAnnounced] = useState('');
  const mutationKey = ['order', queryKey[0]];
  const order = useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: (next: readonly One[]) => save(next.map(({ id }) => id)),
    onMutate: async (next) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData<One[]>(queryKey, (all = []) => [
        ...next,
        ...all.filter(({ id }) => next.every((one) => one.id !== id)),
      ]);
    },
    onError: (error) => toast('error', errorText(error, 'Greška pri čuvanju.')),
    // refetches this and other lists with these items, but only after the last request, whose order the page shows
    onSettled: () =>
      queries.isMutating({ mutationKey }) === 1 &&
      queries.invalidateQueries({ queryKey: queryKey.slice(0, 1) }),
  });
  const moveTo = (item: One, to: number) => {
    const index = items.indexOf(item);
    if (index === to) return;
    order.mutate(moved(items, index, to));
    setAnnounced(`${item.name}: mesto ${to + 1} od ${items.length}`);
  };
  const move = (item: One, step: Step) => {
    moveTo(item, items.indexOf(item) + step);
    focusNext(`[data-move="${item.id} ${step}"]:enabled`, `[data-move="${item.id} ${-step}"]`);
  };
  const button = (item: One, step: Step) => (
    <IconButton
      icon={step === 1 ? ArrowDown : ArrowUp}
      label={step === 1 ? 'Pomeri dole' : 'Pomeri gore'}
      description={item.name}
      data-move={`${item.id} ${step}`}
      disabled={item === (step === 1 ? items.at(-1) : items[0])}
      onClick={() => move(item, step)}
    />
  );
  return {
    list,
    focusNext,
    gripOf: (item: One) => <Grip list={list} onDrop={(to) => moveTo(item, to)} />,
    buttonsOf: (item: One) => (
      <>
        {button(item, -1)}
        {button(item, 1)}
      </>
    ),
    status: (
      <p role="status" className="sr-only">
        {announced}
      </p>
    ),
  };
}
