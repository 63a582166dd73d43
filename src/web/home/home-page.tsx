import { currentSession, type Session, useSession } from '../api/session/session.ts';
import { insideChunk } from '../inside.ts';
import { type Chunk, chunk, useChunk } from '../ui/chunk.ts';

const homes = {
  visitor: chunk(() => import('./visitor-home.tsx')),
  CLIENT: insideChunk(() => import('./client/client-home.tsx')),
  ADMIN: insideChunk(() => import('./owner/owner-home.tsx')),
};

const whoseHome = (session: Session | null) => session?.role ?? 'visitor';

function Home({ whose }: { whose: keyof typeof homes }) {
  const Page = useChunk(homes[whose]);
  return <Page />;
}

function HomePage() {
  const whose = whoseHome(useSession());
  return <Home key={whose} whose={whose} />;
}

/** / for visitors, clients and the owner (spec.md §2): three pages, of which each person loads one. */
export const homePage: Chunk<object> = {
  fetch: () => homes[whoseHome(currentSession())].fetch(),
  component: () => HomePage,
};
