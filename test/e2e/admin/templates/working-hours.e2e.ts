import { expect, test } from '../../fixture.ts';
import { expectFitting } from '../../layout-checks.ts';
import { arriveAsOwner } from '../prepare.ts';
import { dayOf, makeWeek, PATH } from './week.ts';

test('working hours with a break become two templates a day; what is wrong stands at its field', async ({
  page,
  salon,
}) => {
  await makeWeek(salon, { 6: [['09:00', 60]] });
  await arriveAsOwner(page, salon, PATH);
  await page.getByText('Radno vreme', { exact: true }).click();
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const add = page.getByRole('button', { name: 'Dodaj radno vreme' });
  const expectWrong = async (name: string, text: string) => {
    await add.click();
    await expect(field(name)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(name)).toHaveAccessibleDescription(text);
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(1);
  };
  await field('Pauza od').fill('14:00');
  await expectWrong('Pauza do', 'Unesite vreme.');
  await field('Pauza do').fill('13:00');
  await expectWrong('Pauza do', 'Unesite kasnije vreme.');
  await field('Pauza do').fill('14:30');
  await field('Do').fill('08:00');
  await expectWrong('Do', 'Unesite kasnije vreme.');
  await expectFitting(page);
  await field('Do').fill('17:00');
  await add.click();
  await expect(page.getByText('Dodato šablona: 10.')).toBeVisible();
  await expect(dayOf(page, 'Ponedeljak')).toContainText('2 termina, 09:00 - 17:00');
});
