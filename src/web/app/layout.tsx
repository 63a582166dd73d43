import { type ReactNode, Suspense, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../lib/paths.ts';
import { useWasRefused } from '../lib/session.ts';
import { Page } from '../ui/page.tsx';
import { CardSkeleton } from '../ui/screen-states.tsx';
import { RouteFocus } from './focus.tsx';
import { Navigation } from './navigation.tsx';

function PageBones() {
  return (
    <Page>
      <div className="mt-14">
        <CardSkeleton />
      </div>
    </Page>
  );
}

/** A dead token leads to the login, wherever one was. */
function useWayToLogin(): void {
  const wasRefused = useWasRefused();
  const navigate = useNavigate();
  useEffect(() => {
    if (wasRefused) void navigate(paths.login);
  }, [wasRefused, navigate]);
}

/** What is around every page: skip link, main, navigation. */
export function Layout({ children }: { children: ReactNode }) {
  useWayToLogin();
  return (
    <>
      <a
        href="#sadrzaj"
        className="sr-only z-20 rounded-card bg-card px-4 py-3 font-semibold text-link shadow-float focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Preskoči na sadržaj
      </a>
      <main id="sadrzaj" tabIndex={-1}>
        <Suspense fallback={<PageBones />}>
          {children}
          <RouteFocus />
        </Suspense>
      </main>
      <Navigation />
    </>
  );
}
