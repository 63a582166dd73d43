import { addDays, isSunday, type WallDate } from '../../../../src/domain/wall-clock.ts';
import { request } from '../../../../src/web/lib/api.ts';
import type { Server } from '../../../support/server.ts';
import { expectAccessible } from '../../axe.ts';
import { aPerson, aSlot } from '../../client/prepare.ts';
import { expect, test } from '../../fixture.ts';
import { expectFitting } from '../../layout-checks.ts';
import { asAdmin, at, todayAt } from '../../network.ts';
import { arriveAsOwner } from '../prepare.ts';

/** Adds a client with an appointment at 10:00 on each of the days. */
async function aVisitor(salon: Server, name: string, days: readonly WallDate[]): Promise<void> {
  const headers = await asAdmin(salon);
  await aPerson(salon, name);
  const [person] = await request('GET /users', { headers, query: { role: 'CLIENT', q: name } }, at(salon));
  for (const day of days) {
    const { id } = await aSlot(salon, day, '10:00');
    const body = { status: 'BOOKED', client_id: person?.id } as const;
    await request('PUT /appointments/{id}', { headers, params: { id }, body }, at(salon));
  }
}

test('the statistics show how many clients return and which hours have no bookings, or say when the first figures will exist', async ({
  page,
  salon,
}) => {
  await page.route('**/api/analytics/empty-hours', (route) => route.abort());
  await arriveAsOwner(page, salon, '/admin/statistics');
  const card = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: new RegExp(`^${name}`) }) });
  const [returning, empty] = [card('Vraćaju se'), card('Kada je prazno')];
  await expect(returning).toContainText('Prvi brojevi stižu dva meseca posle prvih termina.');
  await expect(empty).toContainText('Greška pri učitavanju podataka.');
  await page.unroute('**/api/analytics/empty-hours');
  await empty.getByRole('button', { name: 'Pokušaj ponovo' }).click();
  await expect(empty).toContainText('Prvi brojevi stižu posle prvog radnog dana.');

  const today = await todayAt(salon);
  const working = (...days: WallDate[]) => days.find((day) => !isSunday(day)) ?? today;
  const first = working(addDays(today, -80), addDays(today, -81));
  const recent = working(addDays(first, 71), addDays(first, 72)); // a weekday without bookings, so that its only slot is unbooked
  await aVisitor(salon, 'Vesna Vraćena', [first, addDays(first, 28), addDays(first, 56)]);
  await aVisitor(salon, 'Jelena Jednom', [addDays(first, 7)]);
  await aSlot(salon, recent, '09:30');
  await page.getByRole('button', { name: 'Osveži' }).click();
  const figure = (name: string) => returning.locator('dl > div').filter({ hasText: name });
  await expect(figure('Nove klijentkinje')).toHaveText('Nove klijentkinje50%1 od 2');
  await expect(figure('Poznate klijentkinje')).toContainText('-');
  await expect(figure('Između dva termina')).toContainText('28 dana');
  await expect(figure('Izgubljene')).toContainText('Izgubljene0');
  await expect(returning).toContainText('jer od novijih dolazaka još nije prošlo 60 dana.');
  const table = empty.getByRole('table', { name: 'Kada je prazno' });
  await expect(table.getByText('30 od 30 min bez termina')).toHaveCount(2);
  await expect(empty).toContainText(/Najpraznije: \S+ u 9 h/);
  await expectAccessible(page);
  await expectFitting(page);
  await page.goto(`${salon.url}/admin/statistics?from=${first}&to=${first}`);
  await expect(figure('Nove klijentkinje')).toHaveText('Nove klijentkinje100%1 od 1');
  await expect(returning).not.toContainText('jer od novijih dolazaka');
});
