import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { Page } from '../ui/page.tsx';
import { CardSkeleton } from '../ui/screen-states.tsx';
import { paths } from './paths.ts';
import { useSalon } from './query-hooks.ts';
import { type Session, useSession } from './session.ts';

/** Who may open a page (docs/spec/product.md §2.1 and §6.1). The server decides what anybody gets to see there. */
export type PageAccess = 'anyone' | 'guests-if-welcome' | 'logged-in' | 'ADMIN';

/** `guestsWelcome` null: not known yet. */
function mayEnter(
  access: PageAccess,
  session: Session | null,
  guestsWelcome: boolean | null,
): boolean | null {
  if (access === 'anyone') return true;
  if (access === 'ADMIN') return session?.role === 'ADMIN';
  if (session !== null) return true;
  return access === 'logged-in' ? false : guestsWelcome;
}

export interface GuardProps {
  access: PageAccess;
  /** What stands there until it is known whether guests are welcome. */
  bones?: ReactNode;
  children: ReactNode;
}

export function Guard({ access, bones, children }: GuardProps) {
  const session = useSession();
  const { data, isError } = useSalon();
  // not told by the salon: the page opens, and the booking call itself will refuse
  const guestsWelcome = data?.guest_booking ?? (isError ? true : null);
  const answer = mayEnter(access, session, guestsWelcome);
  if (answer === null) {
    return (
      bones ?? (
        <Page>
          <CardSkeleton />
        </Page>
      )
    );
  }
  return answer ? children : <Redirect to={paths.login} replace />;
}
