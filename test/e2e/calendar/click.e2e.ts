import type { Page } from '@playwright/test';
import { addDays } from '../../../src/domain/wall-clock.ts';
import { chooseMore } from '../admin/prepare.ts';
import { expectAccessible } from '../axe.ts';
import { dayInField } from '../fields/day-in-field.ts';
import { expect, test } from '../fixture.ts';
import { nextFrame } from './finger.ts';
import {
  block,
  drag,
  edgeOf,
  hold,
  openCalendar,
  pointAt,
  rowAt,
  shifted,
  timesIn,
  weekAhead,
} from './grid.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Termin' });

test.describe('clicks and keys in the calendar', { tag: '@mouse' }, () => {
  test('a press on an appointment opens it if the mouse moved at most 9 px sideways or returned to the start', async ({
    page,
    salon,
  }) => {
    const monday = await weekAhead(salon, 20);
    const id = await rowAt(salon, `${monday} 10:00`, 60);
    await openCalendar(page, salon, monday);
    const middle = await edgeOf(page, id, 'middle');
    const expectOpened = async () => {
      await expect(dialogOf(page)).toBeVisible();
      expect(await timesIn(salon, monday)).toEqual([`${monday.slice(5)} 10:00-11:00`]);
      await page.keyboard.press('Escape');
      await expect(dialogOf(page)).toHaveCount(0);
    };
    // a drag of 9 px sideways ends on the same day at the same time, so it changes nothing
    for (const px of [0, 7, 9]) {
      await drag(page, middle, shifted(middle, px, 0));
      await expectOpened();
    }
    await hold(page, middle, shifted(middle, 0, 120));
    await page.mouse.move(middle.x, middle.y, { steps: 6 });
    await page.mouse.up();
    await expectOpened();
  });

  test('Escape cancels a drag', async ({ page, salon }) => {
    const monday = await weekAhead(salon, 15);
    const id = await rowAt(salon, `${monday} 10:00`, 60);
    await openCalendar(page, salon, monday);
    await hold(page, await edgeOf(page, id, 'middle'), await pointAt(page, addDays(monday, 3), '15:00'));
    await expect(page.getByText('14:30 - 15:30')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('14:30 - 15:30')).toHaveCount(0);
    await page.mouse.up();
    await nextFrame(page);
    await nextFrame(page);
    await expect(dialogOf(page)).toHaveCount(0);
    await block(page, id).click(); // this click would fail if a dialog were open
    await expect(dialogOf(page)).toHaveCount(1);
    expect(await timesIn(salon, monday)).toEqual([`${monday.slice(5)} 10:00-11:00`]);
  });

  test('Tab focuses the appointments in order of their times, Enter opens one, and Escape returns the focus to it', async ({
    page,
    salon,
  }) => {
    const monday = await weekAhead(salon, 16);
    const late = await rowAt(salon, `${addDays(monday, 1)} 09:00`, 60);
    const second = await rowAt(salon, `${monday} 15:00`, 60);
    const first = await rowAt(salon, `${monday} 08:00`, 60);
    await openCalendar(page, salon, monday);
    await block(page, first).focus();
    await page.keyboard.press('Tab');
    await expect(block(page, second)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(block(page, late)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialogOf(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(block(page, late)).toBeFocused();
  });

  test('from 1280 px, the calendar’s keyboard shortcuts work next to the side panel; if the panel has unsaved changes, opening another appointment or a link asks for confirmation first', async ({
    page,
    salon,
  }) => {
    const monday = await weekAhead(salon, 21);
    const first = await rowAt(salon, `${monday} 08:00`, 60, 'Mila');
    const second = await rowAt(salon, `${monday} 15:00`, 60, 'Rada');
    await openCalendar(page, salon, monday);
    await block(page, first).click();
    await expect(dialogOf(page)).toContainText('Mila');
    expect(await page.locator(':modal').count()).toBe(0);
    await expectAccessible(page);
    await block(page, second).click();
    await expect(dialogOf(page)).toHaveCount(1);
    await expect(dialogOf(page)).toContainText('Rada');
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(block(page, first)).toHaveCount(0);
    await page.keyboard.press('ArrowLeft');
    await dialogOf(page).getByRole('button', { name: 'Izmeni', exact: true }).first().click();
    await dialogOf(page).getByLabel('Napomena').first().fill('nova');
    await block(page, first).click();
    const question = page.getByRole('alertdialog', { name: 'Potvrda' });
    await question.getByRole('button', { name: 'Nastavi unos' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Klijenti' }).click();
    await question.getByRole('button', { name: 'Nastavi unos' }).click();
    await expect(page).toHaveURL(/calendar/);
    await expect(dialogOf(page).getByLabel('Napomena').first()).toHaveValue('nova');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Odbaci' }).click();
    await expect(dialogOf(page)).toHaveCount(0);
    await page.setViewportSize({ width: 1200, height: 900 });
    await block(page, first).click();
    await expect(page.locator(':modal')).toHaveCount(1);
  });

  test('the owner can undo deleting an appointment in the dialog', async ({ page, salon }) => {
    const monday = await weekAhead(salon, 18);
    const id = await rowAt(salon, `${monday} 10:00`, 60, 'Mila');
    await openCalendar(page, salon, monday);
    await block(page, id).click();
    await chooseMore(dialogOf(page), 'Obriši');
    await page.getByRole('alertdialog', { name: 'Potvrda' }).getByRole('button', { name: 'Obriši' }).click();
    await expect(page.getByText('Termin je obrisan.')).toBeVisible();
    await expect(block(page, id)).toHaveCount(0);
    await page.getByRole('button', { name: 'Poništi' }).click();
    await expect(block(page, id)).toHaveAccessibleName(/^Mila, /);
  });

  test('the button “Novi termin” opens a form that adds an appointment on the shown day and links to the empty price list', async ({
    page,
    salon,
  }) => {
    const monday = await weekAhead(salon, 19);
    await openCalendar(page, salon, monday);
    await page.getByRole('button', { name: 'Novi termin' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novi termin' });
    await expect(dialog.getByLabel('Datum')).toHaveValue(dayInField(monday));
    await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
    await expect(page.getByText('Termin je uspešno dodat.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Dostupan, 09:00 - 11:00' })).toBeVisible();
    await page.getByRole('button', { name: 'Novi termin' }).click();
    await dialog.getByRole('link', { name: 'Dodaj uslugu' }).click();
    await expect(page).toHaveURL(/\/admin\/services/);
  });
});
