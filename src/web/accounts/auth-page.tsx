import type { ReactNode } from 'react';
import { t } from '#domain/language/translate.ts';
import { paths } from '../lib/routing/paths.ts';
import { Hero } from '../ui/brand.tsx';
import { BackLink, Page } from '../ui/page.tsx';

export function AuthPage({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <Page>
      <BackLink to={paths.home}>{t('Početna')}</BackLink>
      <Hero title={title} lead={lead} hasMark />
      <div className="mt-7">{children}</div>
    </Page>
  );
}
