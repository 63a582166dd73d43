import type { ComponentType } from 'react';
import { Redirect } from 'wouter';
import { isTechnician } from '../session/technician.ts';
import { paths } from './paths.ts';

/** Wraps a page of the owner: redirects technicians to their calendar. docs/spec/behaviour.md §16.13 */
export const ownersPage = (Page: ComponentType) => () =>
  isTechnician() ? <Redirect to={paths.adminCalendar} replace /> : <Page />;
