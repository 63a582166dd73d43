import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useSearchParams } from 'wouter';
import { cx } from './cx.ts';
import { frame } from './frame.ts';

export interface Tab<Id extends string> {
  id: Id;
  label: string;
  /** Content next to the label, for example a number; not part of the accessible name. */
  badge?: ReactNode;
  description?: string | undefined;
}

export interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly Tab<Id>[];
  chosen: Id;
  onChoose: (id: Id) => void;
  /** Returns the list of tabs within the head of the page. */
  wrap?: ((tabList: ReactNode) => ReactNode) | false;
  children: ReactNode;
}

/** The index of the tab that a pressed key selects; null for other keys. */
function tabByKey(key: string, index: number, count: number): number | null {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** Scrolls the chosen tab into view, because on phones the tab list scrolls sideways. */
function useInSight(tabId: string) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = document.getElementById(tabId);
    const bar = list.current;
    if (!bar || !tab) return;
    const scroll = () => {
      const [frame, place] = [bar.getBoundingClientRect(), tab.getBoundingClientRect()];
      const gap = Number.parseFloat(getComputedStyle(bar).paddingLeft);
      bar.scrollLeft +=
        Math.max(0, place.right + gap - frame.right) || Math.min(0, place.left - gap - frame.left);
    };
    const observer = new ResizeObserver(scroll); // calls `scroll` once at the start, and again when a badge widens the tab
    observer.observe(tab);
    return () => observer.disconnect();
  }, [tabId]);
  return list;
}

/** Tabs with one panel. Arrow keys, Home and End choose a tab; the tab list is a single tab stop. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, tabs, chosen, onChoose, wrap, children } = props;
  const base = useId();
  const list = useInSight(`${base}-${chosen}`);
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>, index: number) => {
    const next = tabByKey(event.key, index, tabs.length);
    const tab = next === null ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onChoose(tab.id);
    document.getElementById(`${base}-${tab.id}`)?.focus();
  };
  const tabList = (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      className="mx-[calc(-1*var(--gap))] mb-5 flex gap-6 overflow-x-auto px-(--gap) lg:mx-0 lg:px-0 [scrollbar-width:none] shadow-[inset_0_-1px_var(--color-line)]"
    >
      {tabs.map((tab, index) => (
        <button
          key={tab.id}
          id={`${base}-${tab.id}`}
          type="button"
          role="tab"
          aria-description={tab.description}
          aria-selected={tab.id === chosen}
          aria-controls={`${base}-panel`}
          tabIndex={tab.id === chosen ? 0 : -1}
          onClick={() => onChoose(tab.id)}
          onKeyDown={(event) => onKeyDown(event, index)}
          className="inline-flex min-h-12 min-w-11 shrink-0 items-center justify-center gap-1.5 rounded-t-event font-medium whitespace-nowrap text-soft -outline-offset-2 hover:text-ink aria-selected:font-semibold aria-selected:text-link aria-selected:shadow-[inset_0_-2px_var(--color-link)]"
        >
          {tab.label}
          {tab.badge && <span aria-hidden="true">{tab.badge}</span>}
        </button>
      ))}
    </div>
  );
  return (
    <>
      {wrap ? wrap(tabList) : tabList}
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${chosen}`}>
        {children}
      </div>
    </>
  );
}

const NAME = 'tab';

/** The chosen tab, stored in the query `?tab=` for Back, reload and shared links. The first tab has no query. */
export function useTab<Id extends string>(ids: readonly [Id, ...Id[]]): [Id, (id: Id) => void] {
  const [address, setAddress] = useSearchParams();
  if (import.meta.env.SSR) frame.tabs = ids;
  const inAddress = address.get(NAME);
  const chosen = ids.find((id) => id === inAddress) ?? ids[0];
  const choose = (id: Id) => void setAddress(id === ids[0] ? {} : { [NAME]: id }, { replace: true });
  return [chosen, choose];
}

export interface SegmentedProps<Id extends string | number> {
  label: string;
  segments: readonly { id: Id; label: string }[];
  chosen: Id | null;
  onChoose: (id: Id) => void;
  /** Shows the label and wraps the segments, for use in a form. */
  isField?: boolean;
}

const SEGMENT =
  'px-2 font-medium text-soft transition-colors hover:bg-blush aria-pressed:bg-accent aria-pressed:font-semibold aria-pressed:text-white';
const LOOKS = {
  inline: {
    frame: 'inline-grid auto-cols-[1fr] grid-flow-col rounded-card border border-edge bg-card p-[3px]',
    segments: 'contents',
    segment:
      'relative min-h-10 rounded-event after:absolute after:-inset-y-1 after:inset-x-0 text-small md:px-3.5',
  },
  field: {
    frame: 'min-w-0',
    segments:
      'grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-1 rounded-card border border-edge bg-card p-1',
    segment: 'min-h-11 rounded-[9px]',
  },
} as const;

export function Segmented<Id extends string | number>(props: SegmentedProps<Id>) {
  const { label, segments, chosen, onChoose, isField = false } = props;
  const look = LOOKS[isField ? 'field' : 'inline'];
  return (
    <fieldset aria-label={isField ? undefined : label} className={look.frame}>
      {isField && <legend className="mb-1.5 text-small font-medium">{label}</legend>}
      <div className={look.segments}>
        {segments.map((segment) => (
          <button
            key={segment.id}
            type="button"
            aria-pressed={segment.id === chosen}
            onClick={() => onChoose(segment.id)}
            className={cx(SEGMENT, look.segment)}
          >
            {segment.label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
