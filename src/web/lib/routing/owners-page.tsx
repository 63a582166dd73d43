import type { ComponentType } from 'react';
import { Redirect } from 'wouter';
import { isTechnician } from '../session/session.ts';
import { paths } from './paths.ts';

/** Wraps a page of the owner: redirects technicians to their calendar. docs/spec/behaviour.md §16.13 */
export const ownersPage = (Page: ComponentType) => () =>
  isTechnician() ? <Redirect to={paths.adminCalendar} replace /> : <Page />;

/** The width of the owner's long lists and figures: they fill a screen of 1920. */
export const OF_LISTS = 'lg:max-w-[110rem]';

/** The way back from the owner's pages. */
export const TO_PANEL = { to: paths.admin, label: 'Admin panel', isInRail: true } as const;
