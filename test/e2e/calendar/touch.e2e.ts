import { addDays } from '../../../src/domain/wall-clock.ts';
import { expect, test } from '../fixture.ts';
import { fingerOn, longPressed, slide } from './finger.ts';
import {
  block,
  changesOf,
  edgeOf,
  openCalendar,
  pointAt,
  rowAt,
  shifted,
  timesIn,
  weekAhead,
} from './grid.ts';

test.use({ reducedMotion: 'no-preference' });

test.describe('touch gestures in the calendar', { tag: '@touch' }, () => {
  test('on a phone the calendar opens with the day view, and scrolling it with a finger adds no slot', async ({
    page,
    salon,
  }) => {
    const monday = await weekAhead(salon, 3);
    await openCalendar(page, salon, monday, '');
    await expect(page.locator('section[data-date]')).toHaveCount(1);
    const changes = changesOf(page);
    const before = await pointAt(page, monday, '12:00');
    await slide(page, before, shifted(before, 0, -150), false);
    await expect.poll(async () => (await pointAt(page, monday, '12:00')).y).toBeLessThan(before.y - 50);
    expect(changes).toEqual([]);
    expect(await timesIn(salon, monday)).toEqual([]);
  });

  test('a long press followed by a movement of 15 px adds no slot; a movement of 17 px adds a slot', async ({
    page,
    salon,
  }) => {
    const monday = await weekAhead(salon, 4);
    await openCalendar(page, salon, monday, 'day');
    const changes = changesOf(page);
    const from = await pointAt(page, monday, '10:00');
    await slide(page, from, shifted(from, 0, 15), true);
    await expect(page.locator('.cal-drag-preview')).toHaveCount(0);
    await slide(page, from, shifted(from, 0, 17), true);
    await expect(page.getByText('Termin je uspešno dodat.')).toBeVisible();
    expect(await timesIn(salon, monday)).toEqual([`${monday.slice(5)} 10:00-10:15`]);
    expect(changes).toEqual(['POST /api/appointments/slot']);
  });

  test('dragging an appointment after a long press moves it, and dragging its lower edge resizes it', async ({
    page,
    salon,
  }) => {
    const monday = await weekAhead(salon, 5);
    const id = await rowAt(salon, `${monday} 09:00`, 60);
    await openCalendar(page, salon, monday, 'day');
    await slide(page, await edgeOf(page, id, 'middle'), await pointAt(page, monday, '12:30'), true);
    await expect(block(page, id)).toHaveAccessibleName(/12:00 - 13:00/);
    await expect(page.getByText('Termin je pomeren.')).toBeVisible();
    await slide(page, await edgeOf(page, id, 'bottom'), await pointAt(page, monday, '14:00'), true);
    await expect(block(page, id)).toHaveAccessibleName(/12:00 - 14:00/);
    await expect.poll(() => timesIn(salon, monday)).toEqual([`${monday.slice(5)} 12:00-14:00`]);
  });

  test('the day scrolls while a finger drags an appointment to the edge of the screen', async ({
    page,
    salon,
  }) => {
    const monday = await weekAhead(salon, 6);
    const id = await rowAt(salon, `${monday} 09:00`, 60);
    await openCalendar(page, salon, monday, 'day');
    const box = await page.locator('[data-view="day"]').boundingBox();
    const from = await edgeOf(page, id, 'middle');
    const bottom = { x: from.x, y: (box?.y ?? 0) + (box?.height ?? 0) - 6 };
    const finger = await fingerOn(page);
    await finger.down(from);
    await longPressed(page);
    await finger.to(from, bottom);
    await expect(page.locator('.cal-drag-preview')).toContainText(/(19|20|21):\d\d - 2\d:\d\d/);
    await finger.up();
    await expect(block(page, id)).toHaveAccessibleName(/(19|20|21):\d\d - 2\d:\d\d/);
  });

  test('a swipe changes the day, and a tap opens an appointment', async ({ page, salon }) => {
    const monday = await weekAhead(salon, 7);
    const id = await rowAt(salon, `${monday} 09:00`, 60);
    await openCalendar(page, salon, monday, 'day');
    const middle = await edgeOf(page, id, 'middle');
    await slide(page, shifted(middle, 60, 0), shifted(middle, -60, 5), false);
    await expect(page.locator(`section[data-date="${addDays(monday, 1)}"]`)).toBeVisible();
    await slide(page, shifted(middle, -60, 0), shifted(middle, 60, 5), false);
    await expect(page.locator(`section[data-date="${monday}"]`)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const dialog = page.getByRole('dialog', { name: 'Termin' });
    await expect(async () => {
      // repeats the tap: right after a swipe, a tap only makes the browser stop scrolling
      await page.touchscreen.tap(middle.x, middle.y);
      await expect(dialog).toBeVisible({ timeout: 10_000 });
    }).toPass();
  });

  test('a long press without a movement opens the appointment, as a tap does', async ({ page, salon }) => {
    const monday = await weekAhead(salon, 8);
    const id = await rowAt(salon, `${monday} 09:00`, 60);
    await openCalendar(page, salon, monday, 'day');
    const middle = await edgeOf(page, id, 'middle');
    await slide(page, middle, shifted(middle, 0, 4), true);
    await expect(page.getByRole('dialog', { name: 'Termin' })).toBeVisible();
    expect(await timesIn(salon, monday)).toEqual([`${monday.slice(5)} 09:00-10:00`]);
  });
});
