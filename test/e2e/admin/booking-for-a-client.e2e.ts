// The booking page of the admin: for whom, and which service is offered with that.
import { aService, aSlot, dayAhead } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { aClient, anAppointment, chooseClient } from './new-steps.ts';
import { arriveAsOwner } from './prepare.ts';

test('the usual service comes and goes with its client; one that was chosen stays', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const service_id = (await aService(salon, 'Gel lak', 60)) as never;
  const other = await aService(salon, 'Manikir', 45);
  const marta = await aClient(salon, 'Marta Đukanović');
  await aClient(salon, 'Vesna Ilić');
  const start_datetime = `${await dayAhead(salon, 1)} 12:00:00` as const;
  await anAppointment(salon, { client_id: marta.id, service_id, start_datetime });
  await aSlot(salon, await dayAhead(salon, 3), '10:00');
  await arriveAsOwner(page, salon, '/booking');
  const whom = page.getByRole('region', { name: 'Za koga' });
  const service = page.locator('#izabrana-usluga');
  const takeBack = () => whom.getByRole('button', { name: 'Promeni' }).click();

  await chooseClient(page.locator('main'), 'Marta Đukanović');
  await expect(service).toContainText('Gel lak');
  await takeBack();
  await expect(service).toContainText('Bilo koja usluga');
  await chooseClient(page.locator('main'), 'Vesna Ilić');
  await expect(whom).toContainText('Vesna Ilić');
  await expect(service).toContainText('Bilo koja usluga');

  await page.goto(`/booking?usluga=${other}`);
  await chooseClient(page.locator('main'), 'Marta Đukanović');
  await expect(whom).toContainText('Marta Đukanović');
  await takeBack();
  await expect(service).toContainText('Manikir');
});
