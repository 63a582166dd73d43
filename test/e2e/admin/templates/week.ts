// Steps and data for tests of templates.
import type { Page } from '@playwright/test';
import { request } from '../../../../src/web/lib/api.ts';
import type { Server } from '../../../support/server.ts';
import { asAdmin, at } from '../../network.ts';

export const PATH = '/admin/appoitments?tab=sabloni';

type Times = Readonly<Record<number, readonly (readonly [start: string, minutes: number])[]>>;

/** Deletes all templates and adds the templates that `week` lists. */
export async function makeWeek(salon: Server, week: Times): Promise<void> {
  const headers = await asAdmin(salon);
  for (const { id } of await request('GET /templates', { headers }, at(salon)))
    await request('DELETE /templates/{id}', { params: { id }, headers }, at(salon));
  for (const [weekday, times] of Object.entries(week))
    for (const [start, duration_minutes] of times)
      await request(
        'POST /templates',
        { headers, body: { weekday: Number(weekday), time_start: `${start}:00` as never, duration_minutes } },
        at(salon),
      );
}

/** Returns all templates, each as weekday and time ('1 09:00'), in the order of the list. */
export async function weekOf(salon: Server): Promise<string[]> {
  const templates = await request('GET /templates', { headers: await asAdmin(salon) }, at(salon));
  return templates.map(({ weekday, time_start }) => `${weekday} ${time_start.slice(0, 5)}`);
}

/** Unfolds the templates of a weekday; they are folded at first. */
export const unfold = (page: Page, name: string) => dayOf(page, name).click();

/** The button that folds and unfolds the templates of a weekday. */
export const dayOf = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name} \\d`) });
