import { paths } from '../lib/paths.ts';
import { Page, PageHead } from '../ui/page.tsx';
import { PriceList } from './price-list.tsx';

/** /services: the price list by itself. */
export default function ServicesPage() {
  return (
    <Page>
      <PageHead title="Usluge" back={{ to: paths.home, label: 'Početna' }} />
      <PriceList level="h2" />
    </Page>
  );
}
