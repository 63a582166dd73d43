import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { useSalon } from '../queries/queries.ts';
import { isStaff, type Session, useSession } from '../session/session.ts';
import { andBack } from './browser-router.tsx';
import { paths } from './paths.ts';

/** The users who may open a page. The browser only redirects others; the server checks each request. docs/spec/product.md §2.1 and §6.1 */
export type PageAccess = 'anyone' | 'guests-if-welcome' | 'logged-in' | 'ADMIN';

function isAllowedIn(
  access: PageAccess,
  session: Session | null,
  guestsWelcome: boolean | null,
): boolean | null {
  if (access === 'anyone') return true;
  if (access === 'ADMIN') return isStaff(session);
  if (session !== null) return true;
  return access === 'logged-in' ? false : guestsWelcome;
}

export function Guard(props: { access: PageAccess; skeleton?: ReactNode; children: ReactNode }) {
  const { access, skeleton, children } = props;
  const session = useSession();
  const { data, isFetched } = useSalon();
  // after a failed request for the settings the page opens anyway; the server would reject the booking itself
  const guestsWelcome = data?.guest_booking ?? (isFetched ? true : null);
  const isAllowed = isAllowedIn(access, session, guestsWelcome);
  if (isAllowed === null) return skeleton;
  return isAllowed ? children : <Redirect to={paths.login} {...andBack()} />;
}
