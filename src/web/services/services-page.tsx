import { t } from '#domain/language/translate.ts';
import { paths } from '../lib/routing/paths.ts';
import { Page, PageHead } from '../ui/page.tsx';
import { PriceList } from './price-list.tsx';

export default function ServicesPage() {
  return (
    <Page width="home" className="max-lg:max-w-client">
      <PageHead title={t('Usluge')} back={{ to: paths.home, label: t('Početna') }} />
      <div className="lg:[&_li]:break-inside-avoid lg:[&_ul]:columns-2 lg:[&_ul]:gap-18">
        <PriceList level="h2" />
      </div>
    </Page>
  );
}
