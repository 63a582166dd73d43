import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useSalon } from '../lib/queries/queries.ts';
import { useNavigationKey } from '../lib/routing/browser-router.tsx';
import { scroll } from '../lib/routing/scroll.ts';

const APP_NAME = 'Lunula';

/** Keeps `document.title` current: 'Usluge - Lunula'. The server renders the first title. */
export function DocumentTitle({ title }: { title: string }) {
  const { data, isError } = useSalon();
  const name = data?.name ?? (isError ? APP_NAME : null);
  useEffect(() => {
    if (name !== null) document.title = `${title} - ${name}`;
  }, [title, name]);
  return null;
}

/** After each navigation, focuses the heading and scrolls to the top, or on Back to the earlier position. Waits for the page's chunk. */
export function RouteFocus() {
  const [path] = useLocation();
  const entry = useNavigationKey() ?? path; // history entries that the browser itself loaded have no key
  useHeadingFocus(path);
  useEffect(() => scroll.onShown(entry), [entry]);
  return null;
}

/** Focuses the heading and scrolls to the top when `shown` changes; one path can show several pages in turn. */
export function useHeadingFocus(shown: string): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    scroll.toTop();
    const main = document.querySelector<HTMLElement>('main');
    const target = main?.querySelector<HTMLElement>('h1[tabindex]') ?? main;
    target?.focus({ preventScroll: true });
  }, [shown]);
}
