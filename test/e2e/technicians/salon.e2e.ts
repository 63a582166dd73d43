import { arriveAsOwner, listed, listOf } from '../admin/prepare.ts';
import { dayAhead } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { aSlotOf, aTechnician } from './prepare.ts';

test('the list of appointments names the technician of each and shows those of a chosen one', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 1);
  const sanja = await aTechnician(salon, { name: 'Sanja Pavlović' });
  const mirjana = await aTechnician(salon, { name: 'Mirjana Kostić' });
  const hers = await aSlotOf(salon, sanja, day, '10:00');
  const others = await aSlotOf(salon, mirjana, day, '10:00');
  await arriveAsOwner(page, salon, listOf(day));
  await expect(listed(page, hers.id)).toContainText('Sanja Pavlović');
  await expect(listed(page, others.id)).toContainText('Mirjana Kostić');
  const chips = page.getByRole('group', { name: 'Radnica' }).getByRole('button');
  await expect(chips).toHaveText(['Sve radnice', 'AAdmin', 'SPSanja Pavlović', 'MKMirjana Kostić']);
  await page.getByRole('button', { name: 'Sanja Pavlović', exact: true }).click();
  await expect(listed(page, others.id)).toHaveCount(0);
  await expect(listed(page, hers.id)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`technician_id=${sanja}`));
});
