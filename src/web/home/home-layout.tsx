import type { ReactNode } from 'react';
import { PriceList } from '../services/price-list.tsx';
import { LunulaRule } from '../ui/part/lunula.tsx';
import { Page } from '../ui/part/page.tsx';
import { BrandBar } from './brand-bar.tsx';
import { SalonLinks } from './salon-links.tsx';

/** What is everybody's own, the price list, the salon's links: one column on phones, on desktops the menu at the right of all else. */
export function HomeLayout({ children }: { children: ReactNode }) {
  return (
    <Page width="home">
      <BrandBar />
      <div className="md:grid md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] md:grid-rows-[auto_1fr] md:gap-x-18">
        <div>{children}</div>
        <div className="max-md:after-bones md:col-start-2 md:row-span-2 md:row-start-1">
          <div className="md:hidden">
            <LunulaRule />
          </div>
          <section className="md:pt-6">
            <h2>Cenovnik</h2>
            <PriceList />
          </section>
        </div>
        <div className="mt-8 after-bones">
          <SalonLinks />
        </div>
      </div>
    </Page>
  );
}
