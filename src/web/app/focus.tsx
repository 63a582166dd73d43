import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useSalon } from '../lib/query-hooks.ts';

const APP_NAME = 'Lunula';

/** The page's title in the browser's tab: 'Usluge - Lunula'. The server has written the first one; this keeps it. */
export function DocumentTitle({ title }: { title: string }) {
  const { data, isError } = useSalon();
  const name = data?.name ?? (isError ? APP_NAME : null);
  useEffect(() => {
    if (name !== null) document.title = `${title} - ${name}`;
  }, [title, name]);
  return null;
}

/**
 * On another page the focus goes to its heading, so that a screen reader reads it, and the view to its top. It stands beside
 * the page inside the same Suspense, so it waits for a page that is still being fetched.
 */
export function RouteFocus() {
  useHeadingFocus(useLocation()[0]);
  return null;
}

/** The same where one address shows different pages: when `shown` changes. */
export function useHeadingFocus(shown: string): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    window.scrollTo(0, 0);
    const main = document.querySelector<HTMLElement>('main');
    const target = main?.querySelector<HTMLElement>('h1[tabindex]') ?? main;
    target?.focus({ preventScroll: true });
  }, [shown]);
}
