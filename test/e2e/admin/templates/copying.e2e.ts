import { expectAccessible } from '../../axe.ts';
import { expect, test } from '../../fixture.ts';
import { expectAccessibleOnDesktop } from '../../layout-checks.ts';
import { arriveAsOwner } from '../prepare.ts';
import { dayOf, makeWeek, PATH, weekOf } from './week.ts';

const MONDAY = [
  ['08:00', 120],
  ['10:00', 90],
  ['13:30', 60],
  ['15:00', 90],
  ['17:00', 60],
] as const;

test('the owner copies a weekday’s templates to other days; a preview shows how many will be created and skipped', {
  tag: '@once',
}, async ({ page, salon }) => {
  await makeWeek(salon, {
    1: MONDAY,
    2: [['08:00', 60]],
    4: [['09:00', 60]],
    6: [
      ['09:00', 180],
      ['13:00', 60],
    ],
  });
  await arriveAsOwner(page, salon, PATH);
  await expect(dayOf(page, 'Ponedeljak')).toContainText('5 termina, 08:00 - 18:00');
  await expect(page.getByRole('button', { name: 'Kopiraj sredu na…' })).toBeDisabled();
  await page.getByRole('button', { name: 'Kopiraj ponedeljak na…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Kopiraj ponedeljak na…' });
  await expect(sheet.getByText('5 termina, 08:00 - 18:00')).toBeVisible();
  // the sheet preselects the days without templates, except Saturday
  for (const [day, isChosen] of [
    ['Utorak', false],
    ['Sreda', true],
    ['Četvrtak', false],
    ['Petak', true],
    ['Subota', false],
  ] as const)
    await expect(sheet.getByRole('checkbox', { name: day })).toBeChecked({ checked: isChosen });
  await expect(sheet.getByText('Napraviće se 10 šablona.', { exact: true })).toBeVisible();
  await sheet.getByRole('checkbox', { name: 'Subota' }).check();
  await expect(
    sheet.getByText('Napraviće se 12 šablona. U subotu se preskaču 3, jer se preklapaju sa postojećim.'),
  ).toBeVisible();
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);
  await sheet.getByRole('button', { name: 'Kopiraj na 3 dana' }).click();
  await expect(page.getByText('Napravljeno šablona: 12, preskočeno: 3.')).toBeVisible();
  await expect(sheet).toBeHidden();
  const sum = (weekday: number) => async () =>
    (await weekOf(salon)).filter((one) => one.startsWith(`${weekday} `)).length;
  expect([await sum(3)(), await sum(5)(), await sum(6)(), await sum(2)()]).toEqual([5, 5, 4, 1]);
  await expect(dayOf(page, 'Subota')).toContainText('4 termina');
  await expect(page.getByRole('button', { name: 'Kopiraj ponedeljak na…' })).toBeFocused();
});

test('the copy button is disabled while no day is chosen, or if the copy would create nothing', {
  tag: '@once',
}, async ({ page, salon }) => {
  await makeWeek(salon, { 1: [['09:00', 60]], 3: [['09:30', 60]] });
  await arriveAsOwner(page, salon, PATH);
  await page.getByRole('button', { name: 'Kopiraj sredu na…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Kopiraj sredu na…' });
  for (const day of ['Utorak', 'Četvrtak', 'Petak'])
    await sheet.getByRole('checkbox', { name: day }).uncheck();
  await expect(sheet.getByText('Izaberite bar jedan dan.')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Kopiraj', exact: true })).toBeDisabled();
  await sheet.getByRole('checkbox', { name: 'Ponedeljak' }).check();
  await expect(
    sheet.getByText('Ništa se neće napraviti. U ponedeljak se preskače 1, jer se preklapa sa postojećim.'),
  ).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Kopiraj na 1 dan' })).toBeDisabled();
  await sheet.getByRole('button', { name: 'Odustani' }).click();
  expect(await weekOf(salon)).toEqual(['1 09:00', '3 09:30']);
});

test('one press adds a template to several weekdays, and one message says how many were added', {
  tag: '@once',
}, async ({ page, salon }) => {
  await makeWeek(salon, { 3: [['09:00', 60]] });
  await arriveAsOwner(page, salon, PATH);
  const add = page.getByRole('button', { name: 'Dodaj šablon' });
  for (const day of ['Utorak', 'Sreda', 'Četvrtak', 'Petak'])
    await page.getByRole('checkbox', { name: day }).check();
  await expect(page.getByRole('checkbox', { name: 'Ponedeljak' })).toBeDisabled();
  await page.getByLabel('Vreme').fill('09:00');
  await expectAccessible(page);
  await add.click();
  await expect(page.getByText('Dodato šablona: 4. Već je bilo: 1.')).toBeVisible();
  await expect(page.getByLabel('Vreme')).toHaveValue('11:00');
  await add.click();
  await expect(page.getByText('Dodato šablona: 5.')).toBeVisible();
  await expect(page.getByText(/^Dodato šablona/)).toHaveCount(1);
  await expect(page.getByText('Ukupno: 9')).toBeVisible();
  expect(await weekOf(salon)).toEqual(
    [1, 2, 3, 4, 5].flatMap((weekday) => [`${weekday} 09:00`, `${weekday} 11:00`]),
  );
  // choosing a day sets the time to the end of the day's last template, or to 09:00 if the day has none
  await page.getByLabel('Vreme').fill('19:00');
  await page.getByLabel('Dan', { exact: true }).selectOption({ label: 'Utorak' });
  await expect(page.getByLabel('Vreme')).toHaveValue('13:00');
  await expect(page.getByRole('checkbox', { name: 'Petak' })).not.toBeChecked();
  await page.getByLabel('Dan', { exact: true }).selectOption({ label: 'Subota' });
  await expect(page.getByLabel('Vreme')).toHaveValue('09:00');
  await add.click();
  await expect(page.getByText('Šablon je dodat.')).toBeVisible();
  await expect(dayOf(page, 'Subota')).toHaveAttribute('aria-expanded', 'false');
});

test('the keyboard unfolds and folds the templates of a weekday', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await makeWeek(salon, { 1: MONDAY, 2: MONDAY, 3: MONDAY });
  await arriveAsOwner(page, salon, PATH);
  const monday = dayOf(page, 'Ponedeljak');
  const inGlance = page
    .locator('section', { has: page.getByRole('heading', { name: 'Radna nedelja' }) })
    .getByRole('listitem')
    .filter({ hasText: '13:30 - 14:30' });
  await expect(monday).toHaveAttribute('aria-expanded', 'false');
  await monday.focus();
  await page.keyboard.press('Enter');
  await expect(inGlance).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(inGlance).toHaveCount(0);
});
