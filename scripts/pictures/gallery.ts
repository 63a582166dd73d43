import type { Page } from '@playwright/test';
import { visit, type Who } from './salon.ts';

export interface View {
  readonly who: Who;
  readonly size: { readonly width: number; readonly height: number };
  readonly isTouch: boolean;
  readonly isDark?: boolean;
}

const PHONE = { size: { width: 390, height: 844 }, isTouch: true } as const;
const DESKTOP = { size: { width: 1366, height: 900 }, isTouch: false } as const;

/** The screenshots of the README, by name. */
export const GALLERY: Readonly<Record<string, View & { open(page: Page): Promise<unknown> }>> = {
  pocetna: { who: 'visitor', ...PHONE, open: (page) => visit(page, '/') },
  zakazivanje: {
    who: 'visitor',
    ...PHONE,
    async open(page) {
      await visit(page, '/services');
      await page.getByRole('link', { name: /^Gel lak/ }).click();
      await page.getByRole('radio', { name: /^petak, 20/ }).click();
      await page
        .getByRole('button', { name: /^\d\d:\d\d - \d\d:\d\d$/ })
        .first()
        .click();
    },
  },
  vlasnica: { who: 'admin', ...PHONE, open: (page) => visit(page, '/') },
  tamna: { who: 'client', ...PHONE, isDark: true, open: (page) => visit(page, '/') },
  kalendar: {
    who: 'admin',
    ...DESKTOP,
    async open(page) {
      await visit(page, '/admin/calendar');
      await page.getByRole('button', { name: 'Nedelja' }).click();
    },
  },
  statistika: { who: 'admin', ...DESKTOP, open: (page) => visit(page, '/admin/statistics') },
};
