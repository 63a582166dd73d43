import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { t } from '#domain/language/translate.ts';
import { HOME_WORKS_COUNT } from '#domain/limits.ts';
import { useSalon, useSalonName } from '../lib/queries/queries.ts';
import { LazyPart, lazyPublicPage } from '../lib/routing/lazy-page.tsx';
import { paths } from '../lib/routing/paths.ts';
import { PriceList } from '../services/price-list.tsx';
import { Brand, LunulaRule } from '../ui/brand.tsx';
import { Page, Section } from '../ui/page.tsx';
import { SalonLinks } from './salon-links.tsx';

/** The layout of the home page: content, price list, salon links; on desktops the price list is on the right. `shortcut` stands next to the salon's name. */
export function HomeLayout({ shortcut, children }: { shortcut?: ReactNode; children: ReactNode }) {
  return (
    <Page width="home">
      <BrandBar>{shortcut}</BrandBar>
      <div className="md:grid md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] md:grid-rows-[auto_1fr] md:gap-x-18">
        <div>{children}</div>
        <div className="max-md:after-skeleton md:col-start-2 md:row-span-2 md:row-start-1">
          <Works />
          <div className="md:hidden">
            <LunulaRule />
          </div>
          <section className="md:pt-6">
            <h2>{t('Cenovnik')}</h2>
            <PriceList />
          </section>
        </div>
        <div className="mt-8 after-skeleton">
          <SalonLinks />
        </div>
      </div>
    </Page>
  );
}

const homeWorks = lazyPublicPage(() => import('../works/home-works.tsx'));

/** The first works, or while they load squares of the same size, so that nothing moves. Nothing if there are none. docs/spec/behaviour.md §30.3 */
function Works() {
  const count = Math.min(useSalon().data?.works ?? 0, HOME_WORKS_COUNT);
  if (count === 0) return null;
  const squares = Array.from({ length: count }, (_, n) => n);
  return (
    <Section
      title={t('Naši radovi')}
      aside={
        <Link to={paths.works} className="text-link-inline -my-3 inline-block py-3">
          {t('Svi radovi')}
        </Link>
      }
      className="md:mt-6"
    >
      <div className="grid grid-cols-3 gap-2">
        <LazyPart
          part={homeWorks}
          props={{}}
          fallback={squares.map((n) => (
            <span key={n} className="aspect-square animate-breathe rounded-[10px] bg-line" />
          ))}
        />
      </div>
    </Section>
  );
}

interface BrandBarProps {
  /** Links of a logged-in user, next to the salon's name. */
  children?: ReactNode;
}

export function BrandBar({ children }: BrandBarProps) {
  return (
    <div className="flex min-h-11 items-center justify-end gap-3">
      <Brand name={useSalonName()} to={paths.home} />
      {children}
    </div>
  );
}
