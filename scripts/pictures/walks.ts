import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { visit } from './salon.ts';

/** Performs a task in three steps. Yields, for each step, the element that the picture marks. */
type Walk = (page: Page) => AsyncGenerator<Locator, void>;

const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
const button = (place: Page | Locator, name: string | RegExp): Locator =>
  place.getByRole('button', { name, exact: typeof name === 'string' });

async function openToday(page: Page, text: RegExp): Promise<Locator> {
  await visit(page, '/admin/calendar');
  await page.locator('[data-appointment-id]').filter({ hasText: text }).first().click();
  return dialogOf(page, 'Termin');
}

async function save(page: Page): Promise<void> {
  await button(page, 'Sačuvaj').click();
  await page.getByText('Podaci uspešno sačuvani.').waitFor();
}

/** Books the first free slot of a day as a guest; returns the token of the guest's ticket. */
async function bookAsGuest(page: Page, day: string): Promise<string> {
  const free = await page.request.get('/api/appointments', { params: { from: day, to: day } });
  const [{ id, start_datetime, end_datetime }] = await free.json();
  const data = {
    seen_start: start_datetime,
    seen_end: end_datetime,
    guest_name: 'Ksenija Tomić',
    guest_phone: '064 555 0123',
    service_ids: [1],
  };
  const booked = await page.request.post(`/api/appointments/${id}/book`, { data });
  return (await booked.json()).guest_link;
}

/** A drawing in place of a photograph: a hand with wine-red nails. */
const NAILS =
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><rect width="600" height="600" fill="#e9dcd3"/>
  ${[90, 205, 320, 435].map((x) => `<rect x="${x}" y="190" width="80" height="500" rx="40" fill="#d3a184"/><rect x="${x + 14}" y="170" width="52" height="110" rx="26" fill="#8c2d46"/>`).join('')}</svg>`);

/** Two clients at the time of the screenshots: one whose appointment has just ended, and one whose appointment is next. */
const NOW = /Jovana Petrović/;
const NEXT = /Nevena Đukić/;
/** A client with a note and many appointments. */
const CLIENT = /Marta Đukanović/;

/** For each task of the user guide, by id: the steps in the browser that the screenshots show. The texts are in src/web/help/tasks.ts. */
export const WALKS: Readonly<Record<string, Walk>> = {
  async *poziv(page) {
    await visit(page, '/booking');
    const sheet = dialogOf(page, 'Novi termin');
    await sheet.getByLabel('Klijent').click();
    await page.keyboard.type('mart');
    const found = page.getByRole('option', { name: CLIENT });
    yield found;
    await found.click();
    const time = button(sheet, / u \d\d:\d\d$/).first();
    yield time;
    await time.click();
    yield button(sheet, /^Upiši, /);
  },
  async *otkazivanje(page) {
    await visit(page, '/');
    yield button(page, 'Otkaži termin').first();
    await button(page, 'Otkaži termin').first().click();
    const sheet = dialogOf(page, 'Otkazivanje termina');
    await button(sheet, 'Klijentkinja').click();
    await button(sheet, 'Bolest').click();
    yield button(sheet, 'Bolest');
    yield sheet.getByRole('switch', { name: /Ponudi termin ponovo/ });
  },
  async *pomeranje(page) {
    await visit(page, '/admin/calendar');
    yield page.locator('[data-appointment-id]').filter({ hasText: NEXT }).first();
    const dialog = await openToday(page, NEXT);
    await button(dialog, 'Pomeri').click();
    yield button(dialog, 'Drugo vreme');
    await button(dialog, 'Drugo vreme').click();
    await dialog.getByLabel('Početak').fill('20:15');
    await dialog.getByLabel('Početak').blur();
    yield button(dialog, 'Sačuvaj');
  },
  async *ponavljanje(page) {
    const dialog = await openToday(page, NEXT);
    yield button(dialog, 'Ponavljaj');
    await button(dialog, 'Ponavljaj').click();
    const sheet = dialogOf(page, 'Ponavljanje');
    await sheet.getByRole('listitem').first().waitFor();
    yield sheet.getByLabel('Svake');
    yield button(sheet, /^Upiši /);
  },
  async *dolazak(page) {
    await visit(page, '/');
    yield page.locator('[data-appointment-id]').filter({ hasText: NOW }).first();
    const dialog = await openToday(page, NOW);
    yield button(dialog, 'Nije došla');
    await visit(page, '/admin/settings?deo=zakazivanje');
    yield page.getByRole('group', { name: 'Posle koliko nedolazaka mora da pozove' });
  },
  async *naplata(page) {
    await visit(page, '/admin/settings?deo=naplata');
    yield page.getByRole('switch', { name: 'Beleži naplatu' });
    await page.getByRole('switch', { name: 'Beleži naplatu' }).check();
    await save(page);
    const dialog = await openToday(page, NOW);
    await button(dialog, 'Došla').click();
    const charge = button(dialogOf(page, 'Naplata'), /^Naplaćeno /);
    yield charge;
    await charge.click();
    await page.getByText('Naplata je upisana.').waitFor();
    await visit(page, '/admin/cash');
    await page.getByLabel('Izbrojano').fill('2800');
    yield button(page, 'Zaključi dan');
  },
  async *kapara(page) {
    await visit(page, '/admin/settings?deo=naplata');
    await page.getByRole('switch', { name: 'Beleži naplatu' }).check();
    await page.getByRole('radio', { name: 'Nove klijentkinje' }).check();
    yield page.getByRole('group', { name: 'Ko plaća kaparu' });
    await page.getByLabel('Primalac').fill('Jelena Savić PR Lunula');
    await page.getByLabel('Broj računa').fill('840-955845-10');
    await save(page);
    const token = await bookAsGuest(page, '2026-11-20');
    const session = await page.evaluate(() => Object.entries(localStorage));
    await page.evaluate(() => localStorage.clear()); // logs out, so that the page shows the booking as a guest sees it
    await visit(page, `/booking#termin=${token}`);
    yield page.getByRole('img', { name: 'IPS QR kod za kaparu' });
    await page.evaluate((items) => {
      for (const [key, value] of items) localStorage.setItem(key, value);
    }, session);
    await visit(page, '/');
    yield button(page, 'Primljeno').first();
  },
  async *poruka(page) {
    const dialog = await openToday(page, NEXT);
    yield dialog.getByRole('link', { name: 'Viber' });
    yield dialog.getByLabel('Tekst poruke');
    await visit(page, '/admin/settings?deo=poruke');
    yield page.getByLabel('Tekst poruke');
  },
  async *radovi(page) {
    const dialog = await openToday(page, NOW);
    const add = dialog.locator('label').filter({ has: page.getByLabel('Dodaj, Rezultat') });
    yield add;
    const buffer = await sharp(NAILS).jpeg().toBuffer();
    await add.locator('input').setInputFiles({ name: 'nokti.jpg', mimeType: 'image/jpeg', buffer });
    await dialog.getByRole('img', { name: 'Rezultat 1' }).click();
    await button(page, 'Dodaj u radove').click();
    const publish = dialogOf(page, 'Dodaj u radove');
    const consent = publish.locator('label', { hasText: 'saglasna' });
    yield consent;
    await consent.click();
    await button(publish, 'Dodaj u radove').click();
    await page.getByText('Slika je u radovima.').waitFor();
    await visit(page, '/admin/services?tab=radovi');
    yield button(page, 'Ukloni');
  },
  async *cekaju(page) {
    await visit(page, '/admin/appoitments');
    yield page.getByRole('link', { name: /čeka/ }).first();
    await visit(page, '/admin/waitlist');
    yield page.getByRole('link', { name: 'Pozovi' }).last();
    yield button(page, 'Upiši').first();
  },
  async *vreme(page) {
    await visit(page, '/admin/clients');
    yield page.getByRole('tab', { name: /^Vreme je/ });
    await visit(page, '/admin/due');
    yield page.getByRole('link', { name: 'Viber' }).first();
    yield button(page, 'Javljeno').first();
  },
  async *kartica(page) {
    await visit(page, '/admin/clients?tab=pregled');
    await page.getByLabel('Pretraga').fill('mart');
    await page.getByText('pronađeno 1', { exact: false }).waitFor();
    const row = page.getByRole('listitem').filter({ hasText: CLIENT }).first();
    yield row;
    await button(row, CLIENT).click();
    const card = dialogOf(page, 'Klijent');
    yield card.getByRole('link', { name: 'Pozovi' });
    await card.getByLabel('Beleška').fill('Alergija na akril. Voli tamne boje.');
    yield card.getByLabel('Beleška');
  },
  async *nedelja(page) {
    await visit(page, '/admin/appoitments?tab=sabloni');
    yield button(page, 'Dodaj šablon');
    yield button(page, /Kopiraj ponedeljak/);
    yield page.getByRole('switch', { name: 'Automatski otvaraj nove nedelje' });
  },
  async *odmor(page) {
    await visit(page, '/admin/annual');
    await page.getByLabel('Od', { exact: true }).fill('2026-11-23');
    await page.getByLabel('Do', { exact: true }).fill('2026-11-24');
    await page.getByLabel('Razlog').fill('Godišnji odmor');
    yield page.getByLabel('Do', { exact: true });
    const all = button(page, /Otkaži sve i javi/);
    yield all;
    await all.click();
    yield dialogOf(page, 'Otkaži sve i javi').getByRole('button', { name: /^Otkaži \d+ termina?$/ });
  },
  async *link(page) {
    await visit(page, '/admin/settings');
    yield page.getByRole('link', { name: /Link i QR kod/ });
    await visit(page, '/admin/settings?deo=link');
    yield button(page, /Kopiraj/);
    yield button(page, 'Štampaj');
  },
  async *telefon(page) {
    // sets the permission, because a headless browser reports that notifications are denied
    await page.addInitScript(() =>
      Object.defineProperty(Notification, 'permission', { get: () => 'default' }),
    );
    await visit(page, '/');
    yield page.getByRole('link', { name: 'Početna' }).first();
    await visit(page, '/admin/settings?deo=obavestenja');
    yield button(page, 'Uključi obaveštenja');
    await page.getByLabel('Jutarnji pregled u').fill('07:30');
    yield page.getByLabel('Jutarnji pregled u');
  },
};
