import { type LazyPage, lazyPage, lazyPublicPage, useLazyPage } from '../lib/routing/lazy-page.ts';
import { currentSession, type Session, useSession } from '../lib/session/session.ts';

const homes = {
  visitor: lazyPublicPage(() => import('./visitor-home.tsx')),
  CLIENT: lazyPage(() => import('./client-home.tsx')),
  ADMIN: lazyPage(() => import('./owner-home.tsx')),
};

const whoseHome = (session: Session | null) => session?.role ?? 'visitor';

function Home({ whose }: { whose: keyof typeof homes }) {
  const Page = useLazyPage(homes[whose]);
  return <Page />;
}

function HomePage() {
  const whose = whoseHome(useSession());
  return <Home key={whose} whose={whose} />;
}

/** The page at /. Visitors, clients and the owner each have a page of their own in its own chunk (docs/spec/product.md §2.2). */
export const homePage: LazyPage<object> = {
  fetch: () => homes[whoseHome(currentSession())].fetch(),
  component: () => HomePage,
};
