import { BookOpen, ChevronRight } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'wouter';
import { lazyPage, useLazyPage } from '../lib/routing/lazy-page.ts';
import { paths } from '../lib/routing/paths.ts';
import { useIsDesktop } from '../ui/browser.ts';
import { cx } from '../ui/cx.ts';
import { Page, PageHead } from '../ui/page.tsx';
import { FirstSteps } from './first-steps.tsx';
import { PlaceCards } from './place-cards.tsx';

const glance = lazyPage(() => import('./today-at-a-glance.tsx'));

function Glance() {
  const TodayAtAGlance = useLazyPage(glance);
  return <TodayAtAGlance />;
}

/** Cards, today, what is free: one beside the other where there is room, on phones the cards alone. */
const COLUMNS = 'grid grid-cols-[minmax(0,432px)_minmax(0,1fr)_minmax(0,264px)] items-start gap-8';

/** Two abreast, four on tablets; larger text takes the room of more. */
const CARDS = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,34%)),1fr))] gap-3';
const CARDS_ON_TABLETS = 'md:grid-cols-[repeat(auto-fit,minmax(max(10rem,22%),1fr))]';

function HelpLink() {
  return (
    <Link
      to={paths.adminHelp}
      className="mt-3 flex min-h-14 items-center gap-3 rounded-card border border-line px-4 py-3 font-medium text-link transition-colors hover:border-link hover:bg-blush"
    >
      <BookOpen aria-hidden="true" size={22} strokeWidth={1.75} className="shrink-0" />
      <span className="min-w-0 flex-1">
        Uputstvo
        <span className="block text-small font-normal text-soft">Jedanaest poslova u tri koraka</span>
      </span>
      <ChevronRight aria-hidden="true" size={20} className="shrink-0 text-soft" />
    </Link>
  );
}

/** /admin: the ways to everything the owner does (docs/spec/product.md §2.10), and an empty salon's first steps. */
export default function AdminPage() {
  const isDesktop = useIsDesktop();
  return (
    <Page width="admin">
      <PageHead title="Admin panel" back={{ to: paths.home, label: 'Početna' }} />
      <FirstSteps />
      <div className={cx(isDesktop && COLUMNS)}>
        <div>
          <PlaceCards className={cx(CARDS, !isDesktop && CARDS_ON_TABLETS)} />
          <HelpLink />
        </div>
        {isDesktop && (
          <Suspense>
            <Glance />
          </Suspense>
        )}
      </div>
    </Page>
  );
}
