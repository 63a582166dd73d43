import type { ComponentType } from 'react';
import type { PersonDetails } from '#contract/people.ts';
import { AppointmentDialogs } from '../lib/appointment/dialogs.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { AppointmentDialog } from './appointment-dialog.tsx';
import { NewAppointment } from './new-appointment.tsx';

const personHoldings = lazyPage(async () => ({
  default: (await import('../payments/holding-list.tsx')).PersonHoldings,
}));
const Holdings = (props: { person: PersonDetails }) => <LazyPart part={personHoldings} props={props} />;

const DIALOGS = { Opened: AppointmentDialog, New: NewAppointment, Holdings };

/** Wraps a page of the owner, so that it can open the dialogs of appointments without importing them. */
export const withDialogs = (Page: ComponentType): { default: ComponentType } => ({
  default: () => (
    <AppointmentDialogs value={DIALOGS}>
      <Page />
    </AppointmentDialogs>
  ),
});
