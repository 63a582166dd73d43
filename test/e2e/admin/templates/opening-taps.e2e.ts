// Counts the taps that an owner needs until clients can book in a new salon. A tap on a field counts, typing does
// not.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../fixture.ts';
import { arriveAsOwner } from '../prepare.ts';

const MOST_TAPS = 31;

function counter(page: Page) {
  let count = 0;
  return {
    count: () => count,
    async tap(...places: readonly Locator[]) {
      for (const place of places) await place.tap();
      count += places.length;
    },
    async type(field: Locator, text: string) {
      await this.tap(field);
      await field.fill(text);
    },
    /** Types into a field that has the focus already, without a tap. */
    async goOn(field: Locator, text: string) {
      await expect(field).toBeFocused();
      await page.keyboard.insertText(text);
    },
  };
}

test(
  `the owner of an empty salon can offer slots after at most ${MOST_TAPS} taps`,
  { tag: ['@once', '@touch'] },
  async ({ page, salon }, info) => {
    const { count, tap, type, goOn } = bound(counter(page));
    await arriveAsOwner(page, salon, '/');
    const step = (name: RegExp) => page.getByRole('main').getByRole('link', { name }).first();
    const next = (name: RegExp) =>
      page.getByRole('link', { name: new RegExp(`^Sledeći korak: ${name.source}`) });

    await tap(step(/podatke o salonu/));
    await type(page.getByLabel('Naziv salona'), 'Salon Jelena');
    await type(page.getByLabel('Telefon'), '065 123 45 67');
    await type(page.getByLabel('Adresa'), 'Cara Dušana 5, Niš');
    await type(page.getByLabel('Radno vreme'), 'pon-pet 9-17');
    await tap(page.getByRole('button', { name: 'Sačuvaj' }));
    await expect(page.getByText('Podaci uspešno sačuvani.')).toBeVisible();
    await tap(next(/Dodajte usluge/));

    for (const [n, [name, price, minutes]] of (
      [
        ['Manikir', '1500', '60'],
        ['Gel lak', '2500', '90'],
        ['Izlivanje', '4000', '120'],
      ] as const
    ).entries()) {
      if (n === 0) await type(page.getByLabel('Naziv'), name);
      else await goOn(page.getByLabel('Naziv'), name);
      await type(page.getByLabel('Cena (din)'), price);
      await type(page.getByLabel('Trajanje (min)'), minutes);
      await tap(page.getByRole('button', { name: 'Dodaj uslugu' }));
      await expect(page.getByLabel('Naziv')).toHaveValue('');
    }
    await tap(next(/Napravite nedeljni šablon/));

    // adds four templates to each of five days; after each template, the form sets the next time by itself
    for (const day of ['Utorak', 'Sreda', 'Četvrtak', 'Petak'])
      await tap(page.getByRole('checkbox', { name: day }));
    const add = page.getByRole('button', { name: 'Dodaj šablon' });
    const topOf = async () => (await add.boundingBox())?.y ?? 0;
    // waits until this toast is gone: together with the toasts of the templates, it would cover the button, and a tap would first scroll the page
    await expect(page.getByText('Usluga je dodata.')).toBeHidden();
    await add.evaluate((button) => button.scrollIntoView({ block: 'center' })); // above the toasts
    const before = await topOf();
    for (const [n, start] of ['11:00', '13:00', '15:00', '17:00'].entries()) {
      await tap(add);
      await expect(page.getByLabel('Vreme')).toHaveValue(start);
      // waits for the week above the form: if it grew during the next tap, Playwright would scroll the page and tap again
      await expect(page.getByText(`${5 * (n + 1)} šablona`, { exact: true })).toBeAttached();
      // the add button has not moved, so the next tap hits it
      expect(Math.abs((await topOf()) - before)).toBeLessThanOrEqual(1);
    }
    await tap(page.getByRole('button', { name: 'Generiši termine' }));
    await expect(page.getByText(/^Napravljeno: [1-9]\d*, preskočeno: \d+\.$/).first()).toBeVisible();
    await expect(next(/Podelite link/)).toBeVisible();

    info.annotations.push({ type: 'taps', description: String(count()) });
    expect(count()).toBeLessThanOrEqual(MOST_TAPS);
    await page.goto(`${salon.url}/booking`);
    await page.getByRole('button', { name: 'Gost', exact: true }).click();
    await expect(page.getByRole('radio').first()).toBeVisible();
  },
);

/** Binds the methods of a counter, so that the test can destructure it. */
function bound<T extends ReturnType<typeof counter>>(taps: T): T {
  return {
    ...taps,
    tap: taps.tap.bind(taps),
    type: taps.type.bind(taps),
    goOn: taps.goOn.bind(taps),
  };
}
