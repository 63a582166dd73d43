// 'Novac danas' in a salon with many visits that are not charged.
import { addDays } from '../../../../src/domain/wall-clock.ts';
import { request } from '../../../../src/web/lib/api.ts';
import { expectAccessible } from '../../axe.ts';
import { aService } from '../../client/prepare.ts';
import { expect, test } from '../../fixture.ts';
import { expectFitting } from '../../layout-checks.ts';
import { asAdmin, at, todayAt } from '../../network.ts';
import { anAppointment } from '../new-steps.ts';
import { arriveAsOwner } from '../prepare.ts';
import { put } from '../settings/open.ts';

test('the card shows the first three visits; a button shows all, and the keyboard goes on with the fourth', async ({
  page,
  salon,
}) => {
  await put(salon, { payments: 1 });
  const service_id = (await aService(salon, 'Gel lak', 60)) as never;
  const yesterday = addDays(await todayAt(salon), -1);
  for (const hour of [10, 11, 12, 13, 14]) {
    const guest_name = `Gošća u ${hour}`;
    const body = { start_datetime: `${yesterday} ${hour}:00:00`, guest_name, service_id } as never;
    const { id } = await anAppointment(salon, body);
    await request(
      'POST /appointments/{id}/attendance',
      { params: { id }, headers: await asAdmin(salon), body: { attended: 1 } },
      at(salon),
    );
  }
  for (const path of ['/', '/admin/cash']) {
    await arriveAsOwner(page, salon, path);
    const card = page.getByRole('region', { name: 'Novac danas' });
    await expect(card.getByRole('listitem')).toHaveCount(3);
    await card.getByRole('button', { name: 'Prikaži sve (5)' }).press('Enter');
    await expect(card.getByRole('listitem')).toHaveCount(5);
    await expect(card.getByRole('listitem').nth(3).getByRole('button')).toBeFocused();
    await expect(card.getByRole('button', { name: /^Prikaži sve/ })).toHaveCount(0);
    await expectAccessible(page);
    await expectFitting(page);
  }
});
