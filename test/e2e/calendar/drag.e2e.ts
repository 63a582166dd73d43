import { addDays } from '../../../src/domain/wall-clock.ts';
import { expect, test } from '../fixture.ts';
import { withoutStream } from '../network.ts';
import {
  block,
  changesOf,
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

test.use({ reducedMotion: 'no-preference' });

const shown = (day: string) => day.slice(5);

test.describe('dragging in the calendar', { tag: '@mouse' }, () => {
  test('a drag over empty space adds a slot, and undo removes it; a slot on a Sunday shows a warning', async ({
    page,
    salon,
  }) => {
    const monday = await weekAhead(salon, 3);
    await openCalendar(page, salon, monday);
    await hold(page, await pointAt(page, monday, '10:02'), await pointAt(page, monday, '11:58'));
    await expect(page.getByText('10:00 - 12:00')).toBeVisible();
    await page.mouse.up();
    await expect(page.getByText('Uspešno', { exact: true })).toBeVisible();
    await expect(page.getByText('Termin je uspešno dodat.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Dostupan, 10:00 - 12:00' })).toBeVisible();
    expect(await timesIn(salon, monday)).toEqual([`${shown(monday)} 10:00-12:00`]);
    await page.getByRole('button', { name: 'Poništi' }).click();
    await expect(page.getByRole('button', { name: /^Dostupan/ })).toHaveCount(0);
    expect(await timesIn(salon, monday)).toEqual([]);

    const sunday = addDays(monday, 6);
    await drag(page, await pointAt(page, sunday, '10:00'), await pointAt(page, sunday, '11:00'));
    await expect(page.getByText('Klijentkinje ne vide slobodne termine nedeljom.')).toBeVisible();
  });

  test('a mouse drag of 7 px counts as a tap and adds no slot; a drag of 9 px adds a slot', async ({
    page,
    salon,
  }) => {
    const monday = await weekAhead(salon, 4);
    await openCalendar(page, salon, monday);
    const changes = changesOf(page);
    const from = await pointAt(page, monday, '10:02');
    await drag(page, from, shifted(from, 0, 7));
    const sheet = page.getByRole('dialog', { name: 'Novi termin' });
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    expect(await timesIn(salon, monday)).toEqual([]);
    await drag(page, from, shifted(from, 0, 9));
    await expect(page.getByRole('button', { name: 'Dostupan, 10:00 - 10:15' })).toBeVisible();
    await expect.poll(() => timesIn(salon, monday)).toEqual([`${shown(monday)} 10:00-10:15`]);
    expect(changes).toEqual(['POST /api/appointments/slot']);
  });

  test('an appointment dragged to another day snaps to a quarter of an hour, and undo moves it back', async ({
    page,
    salon,
  }) => {
    const monday = await weekAhead(salon, 6);
    const id = await rowAt(salon, `${monday} 14:05`, 60, 'Mila');
    await openCalendar(page, salon, monday);
    const grabbed = await edgeOf(page, id, 'middle');
    const to = shifted(await pointAt(page, addDays(monday, 2), '16:42'), 0, 0);
    await hold(page, grabbed, to);
    await expect(page.getByText('16:15 - 17:15')).toBeVisible();
    await page.mouse.up();
    await expect(page.getByText('Termin je pomeren.')).toBeVisible();
    await expect(block(page, id)).toHaveAccessibleName('Mila, 16:15 - 17:15, Rezervisan');
    expect(await timesIn(salon, monday)).toEqual([`${shown(addDays(monday, 2))} 16:15-17:15`]);
    await page.getByRole('button', { name: 'Poništi' }).click();
    await expect(block(page, id)).toHaveAccessibleName(/14:05 - 15:05/);
    expect(await timesIn(salon, monday)).toEqual([`${shown(monday)} 14:05-15:05`]);
  });

  test('an appointment cannot be dragged beyond 06:00 or 22:00', async ({ page, salon }) => {
    const monday = await weekAhead(salon, 7);
    const id = await rowAt(salon, `${monday} 12:00`, 120);
    await openCalendar(page, salon, monday);
    const middle = await edgeOf(page, id, 'middle');
    await drag(page, middle, await pointAt(page, monday, '21:45'));
    await expect(block(page, id)).toHaveAccessibleName(/20:00 - 22:00/);
    await drag(page, await edgeOf(page, id, 'middle'), await pointAt(page, monday, '06:05'));
    await expect(block(page, id)).toHaveAccessibleName(/06:00 - 08:00/);
  });

  test('the upper and the lower handle resize an appointment, but not below a quarter of an hour', async ({
    page,
    salon,
  }) => {
    const monday = await weekAhead(salon, 8);
    const id = await rowAt(salon, `${monday} 10:00`, 120);
    await openCalendar(page, salon, monday);
    await drag(page, await edgeOf(page, id, 'bottom'), await pointAt(page, monday, '13:02'));
    await expect(block(page, id)).toHaveAccessibleName(/10:00 - 13:00/);
    await expect(page.getByText('Termin je pomeren.')).toBeVisible();
    await drag(page, await edgeOf(page, id, 'top'), await pointAt(page, monday, '09:28'));
    await expect(block(page, id)).toHaveAccessibleName(/09:30 - 13:00/);
    await drag(page, await edgeOf(page, id, 'bottom'), await pointAt(page, monday, '07:00'));
    await expect(block(page, id)).toHaveAccessibleName(/09:30 - 09:45/);
    await expect.poll(() => timesIn(salon, monday)).toEqual([`${shown(monday)} 09:30-09:45`]);
  });

  test('an appointment that is dropped onto another swaps times with it, and both keep their durations', async ({
    page,
    salon,
  }) => {
    const monday = await weekAhead(salon, 9);
    const tuesday = addDays(monday, 1);
    const short = await rowAt(salon, `${monday} 10:00`, 60, 'Mila');
    const long = await rowAt(salon, `${tuesday} 14:00`, 120, 'Rada');
    await openCalendar(page, salon, monday);
    await hold(page, await edgeOf(page, short, 'middle'), await pointAt(page, tuesday, '15:00'));
    await expect(page.getByText('Zamena', { exact: true })).toBeVisible();
    await page.mouse.up();
    await expect(page.getByText('Termini su zamenjeni.')).toBeVisible();
    await expect(block(page, short)).toHaveAccessibleName(/^Mila, 14:00 - 15:00/);
    await expect(block(page, long)).toHaveAccessibleName(/^Rada, 10:00 - 12:00/);
    await page.getByRole('button', { name: 'Poništi' }).click();
    await expect(block(page, long)).toHaveAccessibleName(/^Rada, 14:00 - 16:00/);
  });

  test('if a booking is dropped onto a free slot and the two cannot be swapped, the booking moves to the start of the slot; undo restores both', async ({
    page,
    salon,
  }) => {
    const monday = await weekAhead(salon, 22);
    const booking = await rowAt(salon, `${monday} 10:00`, 60, 'Mila');
    await rowAt(salon, `${monday} 11:00`, 60, 'Rada');
    const slot = await rowAt(salon, `${monday} 14:00`, 120);
    await openCalendar(page, salon, monday);
    await hold(page, await edgeOf(page, booking, 'middle'), await pointAt(page, monday, '15:00'));
    await expect(page.getByText('U slobodan termin')).toBeVisible();
    await page.mouse.up();
    await expect(page.getByText('Termin je pomeren.')).toBeVisible();
    await expect(block(page, booking)).toHaveAccessibleName(/^Mila, 14:00 - 15:00/);
    await expect(block(page, slot)).toHaveAccessibleName('Dostupan, 15:00 - 16:00');
    await page.getByRole('button', { name: 'Poništi' }).click();
    await expect(block(page, booking)).toHaveAccessibleName(/^Mila, 10:00 - 11:00/);
    await expect(block(page, slot)).toHaveAccessibleName('Dostupan, 14:00 - 16:00');
  });

  test('if a swap would overlap a third appointment, it is refused and both appointments move back', async ({
    page,
    salon,
  }) => {
    const monday = await weekAhead(salon, 10);
    const short = await rowAt(salon, `${monday} 10:00`, 60);
    await rowAt(salon, `${monday} 11:00`, 60);
    const long = await rowAt(salon, `${monday} 14:00`, 120);
    await openCalendar(page, salon, monday);
    await drag(page, await edgeOf(page, short, 'middle'), await pointAt(page, monday, '14:30'));
    await expect(page.getByText('Zamena nije moguća')).toBeVisible();
    await expect(block(page, short)).toHaveAccessibleName(/10:00 - 11:00/);
    await expect(block(page, long)).toHaveAccessibleName(/14:00 - 16:00/);
  });

  test('if another appointment takes the target time before the drop, the move is refused and the appointment moves back', async ({
    page,
    salon,
  }) => {
    const monday = await weekAhead(salon, 11);
    const id = await rowAt(salon, `${monday} 10:00`, 60);
    await withoutStream(page); // an event would make the page show the other appointment before the drop
    await openCalendar(page, salon, monday);
    await expect(block(page, id)).toBeVisible();
    await rowAt(salon, `${monday} 15:00`, 60);
    await drag(page, await edgeOf(page, id, 'middle'), await pointAt(page, monday, '15:30'));
    await expect(page.getByText('Nije moguće pomeriti termin')).toBeVisible();
    await expect(page.getByText('Ne može: od 15:00 je Dostupan.')).toBeVisible();
    await expect(block(page, id)).toHaveAccessibleName(/10:00 - 11:00/);
  });

  test('if another appointment takes the old time, undoing a move shows an error', async ({
    page,
    salon,
  }) => {
    const monday = await weekAhead(salon, 12);
    const id = await rowAt(salon, `${monday} 10:00`, 60);
    await openCalendar(page, salon, monday);
    await drag(page, await edgeOf(page, id, 'middle'), await pointAt(page, monday, '15:30'));
    await expect(page.getByText('Termin je pomeren.')).toBeVisible();
    await rowAt(salon, `${monday} 10:00`, 60, 'Mila Đokić'); // a free slot would give way
    await page.getByRole('button', { name: 'Poništi' }).click();
    await expect(
      page.getByText('Poništavanje nije moguće jer je vreme u međuvremenu zauzeto.'),
    ).toBeVisible();
  });

  test('an appointment can be moved again while its move is being saved; the moves are saved in order', async ({
    page,
    salon,
  }) => {
    const monday = await weekAhead(salon, 21);
    const first = await rowAt(salon, `${monday} 09:00`, 60);
    const second = await rowAt(salon, `${monday} 15:00`, 60);
    await openCalendar(page, salon, monday);
    const line = Promise.withResolvers<void>();
    await page.route('**/move', async (route) => {
      await line.promise;
      await route.continue();
    });
    await drag(page, await edgeOf(page, first, 'middle'), await pointAt(page, monday, '12:30'));
    await expect(block(page, first)).toHaveAccessibleName(/12:00 - 13:00/);
    await expect(block(page, first)).toHaveAttribute('aria-busy', 'true');
    await drag(page, await pointAt(page, monday, '12:30'), await pointAt(page, addDays(monday, 1), '12:30'));
    await drag(page, await edgeOf(page, second, 'middle'), await pointAt(page, monday, '09:30'));
    await expect(block(page, second)).toHaveAccessibleName(/09:00 - 10:00/);
    expect(await timesIn(salon, monday)).toEqual([
      `${shown(monday)} 09:00-10:00`,
      `${shown(monday)} 15:00-16:00`,
    ]);
    line.resolve();
    await expect
      .poll(() => timesIn(salon, monday))
      .toEqual([`${shown(monday)} 09:00-10:00`, `${shown(addDays(monday, 1))} 12:00-13:00`]);
    await expect(block(page, first)).not.toHaveAttribute('aria-busy');
    await expect(page.getByText('Nije moguće pomeriti termin')).toHaveCount(0);
  });
});
