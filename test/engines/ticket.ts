// npm run test:engines: the ticket of a guest in Firefox and WebKit. It survives what happens on phones: a reload, Back,
// another tab, a closed tab, a registration, a logout. Fails if a browser is missing.
import { setTimeout as wait } from 'node:timers/promises';
import { request } from '../../src/web/lib/api.ts';
import { aSlot, dayAhead } from '../e2e/client/prepare.ts';
import { asAdmin, at } from '../e2e/network.ts';
import { type Server, startServer } from '../support/server.ts';
import { type Engine, openFirefox, openWebKit } from './browser.ts';

const PATIENCE_MS = 20_000;

/** Repeats an expression in the page until it is true. */
async function expectSoon(engine: Engine, what: string, expression: string): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(100))
    if ((await engine.run(expression).catch(() => false)) === true) return;
  const shown = await engine.run('location.href + "\\n" + document.body.innerText').catch(String);
  throw new Error(`Not in time: ${what}\n${shown}`);
}

const quote = JSON.stringify;
const sees = (engine: Engine, text: string) =>
  expectSoon(engine, `text '${text}'`, `document.body.innerText.includes(${quote(text)})`);
const isAt = (engine: Engine, pattern: RegExp) =>
  expectSoon(engine, `address ${pattern}`, `${pattern}.test(location.href)`);

/** Presses what can be pressed and has exactly this name. */
const press = (engine: Engine, name: string) =>
  expectSoon(
    engine,
    `a press on '${name}'`,
    `(() => {
      const named = (one) => (one.getAttribute('aria-label') ?? one.innerText).replace(/\\s+/g, ' ').trim();
      const all = [...document.querySelectorAll('button, a, label')];
      const one = all.findLast((each) => named(each) === ${quote(name)} && each.getClientRects().length > 0 && !each.disabled);
      one?.click();
      return one !== undefined;
    })()`,
  );

/** Types into the field with this label. */
const fill = (engine: Engine, label: string, value: string) =>
  expectSoon(
    engine,
    `the field '${label}'`,
    `(() => {
      const label = [...document.querySelectorAll('label')].findLast((one) => one.innerText.trim() === ${quote(label)});
      const field = label?.control;
      if (!field || field.getClientRects().length === 0) return false;
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, ${quote(value)});
      field.dispatchEvent(new Event('input', { bubbles: true }));
      return true;
    })()`,
  );

const IS_TICKET = /\/booking#termin=[\w-]{22,}$/;

async function bookAsGuest(engine: Engine, salon: Server, day: number, hasDeposit: boolean): Promise<void> {
  const slot = await aSlot(salon, await dayAhead(salon, day), '09:00');
  await engine.open(`${salon.url}/`);
  await sees(engine, 'Zakaži termin');
  await engine.open(`${salon.url}/booking?dan=${slot.start_datetime.slice(0, 10)}`);
  await press(engine, '09:00 - 10:00');
  await press(engine, 'Odabir usluge i potvrda rezervacije');
  await fill(engine, 'Ime', 'Nevena Đukić');
  await fill(engine, 'Telefon', `064 ${String(Date.now()).slice(-7)}`);
  await press(engine, hasDeposit ? 'Rezerviši, pa plati kaparu' : 'Potvrdi i rezerviši');
}

/** With one technician and no deposit, and with three and a deposit. */
async function ticketSurvives(engine: Engine, salon: Server, hasDeposit: boolean): Promise<void> {
  const title = hasDeposit ? 'Još samo kapara' : 'Vaš termin';
  await bookAsGuest(engine, salon, hasDeposit ? 4 : 2, hasDeposit);
  await isAt(engine, IS_TICKET);
  await sees(engine, hasDeposit ? title : 'Termin je rezervisan.');
  const address = String(await engine.run('location.href'));
  await engine.reload();
  await sees(engine, title);
  await sees(engine, '09:00');
  await engine.replaceTab();
  await engine.open(address);
  await sees(engine, title);
  await engine.open(`${salon.url}/`);
  await sees(engine, '09:00');
  await engine.open(address);
  await sees(engine, title);
  await engine.back();
  await isAt(engine, /\/$/);
  await sees(engine, '09:00');
}

async function accountKeepsTicket(engine: Engine, salon: Server): Promise<void> {
  const address = String(
    await engine.run(
      `location.origin + '/booking#termin=' + JSON.parse(localStorage['guest-tickets'])[0].token`,
    ),
  );
  await engine.open(`${salon.url}/register`);
  await fill(engine, 'Ime i prezime', 'Nevena Đukić');
  await fill(engine, 'Email', `nevena.${Date.now()}@primer.rs`);
  for (const label of ['Lozinka', 'Potvrda lozinke']) await fill(engine, label, 'lak-za-nokte');
  await press(engine, 'Registruj se');
  await sees(engine, '09:00');
  await engine.open(`${salon.url}/logout`);
  await isAt(engine, /\/(login)?$/);
  await engine.open(address);
  await sees(engine, '09:00');
}

async function prepareDeposits(salon: Server): Promise<void> {
  const headers = await asAdmin(salon);
  for (const name of ['Mina', 'Sanja'])
    await request('POST /technicians', { headers, body: { name } }, at(salon));
  const body = {
    payments: 1,
    deposit_for: 'ALL',
    deposit_amount: 500,
    account_number: '840-955845-10',
    account_name: 'Lunula',
  } as const;
  await request('PUT /settings', { headers, body }, at(salon));
}

for (const [name, open] of Object.entries({ Firefox: openFirefox, WebKit: openWebKit })) {
  const engine = await open();
  const salon = await startServer({ SALON_NAME: 'Lunula' });
  try {
    await ticketSurvives(engine, salon, false);
    console.log(`${name}: the ticket survives a reload, another tab and Back`);
    await accountKeepsTicket(engine, salon);
    console.log(`${name}: it survives a registration and a logout`);
    await prepareDeposits(salon);
    await ticketSurvives(engine, salon, true);
    console.log(`${name}: it survives them with three technicians and a deposit`);
  } finally {
    await engine.close();
    await salon.stop();
  }
}
