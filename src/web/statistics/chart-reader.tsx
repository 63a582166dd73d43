import { type KeyboardEvent, type PointerEvent, useState } from 'react';

/** One point of a chart in words: what it is, and its value with the series' name. */
export interface Reading {
  name: string;
  value: string;
}

/** Which point a key leads to; null for other keys. */
function pointByKey(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(count - 1, at + 1);
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(0, at - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

export interface ChartReaderProps {
  /** The chart's title. */
  label: string;
  readings: readonly Reading[];
  chosen: number | null;
  onChoose: (index: number | null) => void;
  /** Which point lies under the pointer, in px from the chart's top left; null: none. */
  indexAt: (x: number, y: number) => number | null;
}

/**
 * Lies over a chart and reads it out point by point: by pointer, by finger, by arrow keys. A slider, because that is what
 * it is to assistive technology: one of several values in a row, said in words.
 */
export function ChartReader({ label, readings, chosen, onChoose, indexAt }: ChartReaderProps) {
  const [last, setLast] = useState(0);
  const at = Math.min(chosen ?? last, readings.length - 1);
  const choose = (index: number | null) => {
    if (index !== null) setLast(index);
    onChoose(index);
  };
  const point = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    choose(indexAt(event.clientX - box.left, event.clientY - box.top));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = pointByKey(event.key, at, readings.length);
    if (next === null) return event.key === 'Escape' && choose(null);
    event.preventDefault();
    choose(next);
  };
  const reading = readings[at];
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={readings.length}
      aria-valuenow={at + 1}
      aria-valuetext={reading && `${reading.name}, ${reading.value}`}
      className="absolute inset-0 touch-pan-y rounded-event"
      onKeyDown={onKeyDown}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && choose(at)}
      onBlur={() => choose(null)}
      onPointerDown={point}
      onPointerMove={point}
      onPointerLeave={(event) => event.pointerType !== 'touch' && choose(null)}
    />
  );
}

export interface TooltipProps {
  reading: Reading | undefined;
  /** Above this point, in px of the chart, kept inside `width`. */
  x: number;
  y: number;
  width: number;
}

const GAP_PX = 10;

/** What the chosen point says. */
export function Tooltip({ reading, x, y, width }: TooltipProps) {
  if (!reading || width === 0) return null;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute z-1 w-max max-w-60 rounded-event bg-ink px-3 py-1.5 text-small text-paper shadow-float"
      style={{ left: x, top: y - GAP_PX, transform: `translate(${(-100 * x) / width}%, -100%)` }}
    >
      <span className="block text-label opacity-80">{reading.name}</span>
      <span className="block font-semibold tabular-nums">{reading.value}</span>
    </div>
  );
}
