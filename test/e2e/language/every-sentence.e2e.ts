// Every sentence that visitors, guests and clients meet, in the other languages (docs/spec/behaviour.md §33).
import type { Page } from '@playwright/test';
import { LANGUAGES, type Language } from '../../../src/domain/language/languages.ts';
import { tongue as russian } from '../../../src/domain/language/ru/tongue.ts';
import { tongue as cyrillic } from '../../../src/domain/language/sr-Cyrl/tongue.ts';
import { type Sentence, speakBy, type Tongue } from '../../../src/domain/language/translate.ts';
import type { WallDate } from '../../../src/domain/wall-clock.ts';
import { dayInWords } from '../../../src/domain/wording/dates.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { slot, today } from '../client/booking-steps.ts';
import {
  aPerson,
  aPhone,
  aService,
  aSlot,
  book,
  dayAhead,
  notifyClient,
  storeSession,
} from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectFittingLargeText } from '../layout-checks.ts';
import { asAdmin, at } from '../network.ts';
import { expectTranslated } from './latin-texts.ts';

const OWNERS_TEXTS = {
  salon_name: 'Месечина',
  salon_headline: 'Лепи нокти.',
  salon_text: 'Дођите.',
  salon_address: 'Булевар 84',
  salon_hours: '08:00 - 20:00',
} as const;

async function openLanguages(salon: Server): Promise<void> {
  const body = { ...OWNERS_TEXTS, languages: [...LANGUAGES] };
  await request('PUT /settings', { headers: await asAdmin(salon), body }, at(salon));
}

const saying = (tongue: Tongue) => (sentence: Sentence) => tongue.say(sentence);

test.afterEach(() => speakBy(() => undefined));

const OTHERS: readonly (readonly [Language, Tongue])[] = [
  ['sr-Cyrl', cyrillic],
  ['ru', russian],
];

for (const [n, [language, tongue]] of OTHERS.entries()) {
  const say = saying(tongue);
  const open = async (page: Page, path: string) => {
    const [before = '', hash = ''] = path.split('#');
    await page.goto(`${before}${before.includes('?') ? '&' : '?'}jezik=${language}${hash && `#${hash}`}`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  };

  test(`a visitor meets no Serbian sentence on a page in ${language}`, { tag: '@once' }, async ({
    page,
    salon,
  }) => {
    await openLanguages(salon);
    speakBy(() => tongue);
    const date = await dayAhead(salon, 2 + n);
    await aSlot(salon, date, '09:00');
    await aService(salon, 'Гел лак', 60);
    for (const path of ['/', '/services', '/works', '/login', '/register', '/reset', '/nowhere']) {
      await open(page, path);
      await expectTranslated(page, path);
    }
    await open(page, '/booking');
    await expectTranslated(page, 'booking');
    const dayOf = (one: WallDate) => page.getByRole('radio', { name: dayInWords(one, today()) });
    await dayOf(await dayAhead(salon, 10)).click();
    await expectTranslated(page, 'a day without times');
    await dayOf(date).click();
    await slot(page, '09:00 - 10:00').click();
    await page.getByRole('button', { name: say('Odabir usluge i potvrda rezervacije') }).click();
    const dialog = page.getByRole('dialog');
    await expectTranslated(page, 'the confirmation');
    await dialog.getByRole('button', { name: say('Potvrdi i rezerviši') }).click();
    await expectTranslated(page, 'missing fields');
    await dialog.getByLabel(say('Ime')).fill('Невена');
    await dialog.getByLabel(say('Telefon')).fill(aPhone());
    await dialog.getByRole('button', { name: say('Potvrdi i rezerviši') }).click();
    await expect(page.getByRole('heading', { name: say('Termin je rezervisan.') })).toBeVisible();
    await expectTranslated(page, 'the ticket');
    await page.getByRole('link', { name: say('Otvori moj termin') }).click();
    await expectTranslated(page, 'the link');
    await open(page, '/');
    await expectTranslated(page, 'home with a ticket');
    await expectFittingLargeText(page);
  });

  test(`a client meets no Serbian sentence on a page in ${language}`, { tag: '@once' }, async ({
    page,
    salon,
  }) => {
    await openLanguages(salon);
    speakBy(() => tongue);
    const date = await dayAhead(salon, 4 + n);
    const client = await aPerson(salon, 'Милица Ђурић');
    await request(
      'PUT /auth/me/notifications',
      { headers: client.headers, body: { language } as never },
      at(salon),
    );
    await book(salon, await aSlot(salon, date, '09:00'), client);
    await notifyClient(salon, client, await aSlot(salon, date, '12:00'), 2);
    await storeSession(page, salon, client);
    for (const path of ['/', '/appointments', '/profile', '/profile?tab=notifikacije', '/booking']) {
      await open(page, path);
      await expectTranslated(page, path);
    }
    await open(page, '/appointments');
    await page
      .getByRole('button', { name: say('Otkaži termin') })
      .first()
      .click();
    await expectTranslated(page, 'cancelling');
    await page.keyboard.press('Escape');
  });
}
