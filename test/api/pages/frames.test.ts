// The frames of the pages behind the login, as the build writes them and the server sends them.
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWeb, pagesFolder } from '../../../scripts/build-web.ts';
import { aClient } from '../../support/builders.ts';
import { ADMIN } from '../../support/salon.ts';
import { onSqlite, salon } from '../../support/salon-test.ts';

beforeAll(buildWeb);

const BOTH = ['ADMIN', 'TECHNICIAN'];
const EVERYBODY = ['CLIENT', ...BOTH];

/** Each page with its title and the users who have a frame. */
const PAGES: readonly [url: string, title: string, users: readonly string[]][] = [
  ['/appointments', 'Moji termini', [...EVERYBODY, 'GUEST']],
  ['/profile', 'Profil', EVERYBODY],
  ['/profile?tab=notifikacije', 'Profil', EVERYBODY],
  ['/admin', 'Admin panel', BOTH],
  ['/admin/appoitments', 'Termini', BOTH],
  ['/admin/appoitments?tab=pregled', 'Termini', BOTH],
  ['/admin/notifications', 'Notifikacije', BOTH],
  ['/admin/notifications?tab=otkazani', 'Notifikacije', BOTH],
  ['/admin/annual', 'Odsustva', BOTH],
  ['/admin/calendar', 'Kalendar', BOTH],
  ['/admin/calendar?view=month&date=2026-11-17', 'Kalendar', BOTH],
  ['/admin/waitlist', 'Ko čeka', BOTH],
  ['/admin/clients', 'Klijenti', ['ADMIN']],
  ['/admin/due', 'Vreme je', ['ADMIN']],
  ['/admin/services', 'Usluge', ['ADMIN']],
  ['/admin/statistics', 'Statistika', ['ADMIN']],
  ['/admin/settings', 'Podešavanja', ['ADMIN']],
  ['/admin/deleted', 'Obrisani termini', ['ADMIN']],
  ['/admin/cash', 'Kasa', ['ADMIN']],
  ['/admin/shares', 'Obračun', BOTH],
  ['/admin/help', 'Uputstvo', ['ADMIN']],
];

const html = async (url: string, token?: string | null): Promise<string> => {
  const headers = { 'accept-encoding': 'identity', ...(token && { authorization: `Bearer ${token}` }) };
  return (await salon.app.inject({ url, headers })).body;
};

/** The frames in a page: the users of each, and its HTML. */
function framesIn(page: string): { keys: string[]; frame: string }[] {
  const [, shownFor = ''] = /<html data-frames="([^"]*)"/.exec(page) ?? [];
  const [, shown = ''] = /<div id="app">([\s\S]*?)<\/div><template/.exec(page) ?? [];
  const templates = [...page.matchAll(/<template data-frame="([^"]+)">([\s\S]*?)<\/template>/g)];
  return [['', shownFor, shown], ...templates]
    .map(([, keys = '', frame = '']) => ({ keys: keys.split(' '), frame }))
    .filter(({ frame }) => frame !== '');
}
const usersOf = (page: string): string[] =>
  [...new Set(framesIn(page).flatMap(({ keys }) => keys.map((key) => key.replace(/\d$/, ''))))].sort();

onSqlite(
  'frames',
  { pagesDirectory: pagesFolder, settings: { SALON_NAME: 'Mesečina & <b>' }, emptyBeforeEach: true },
  () => {
    describe.each(PAGES)('%s', (url, title, users) => {
      test('the HTML has a title, and for each user navigation, heading and skeleton', async () => {
        const page = await html(url);
        expect(page).toContain(`<title>${title} - Mesečina &amp; &lt;b&gt;</title>`);
        expect(usersOf(page)).toEqual([...users].sort());
        for (const { keys, frame } of framesIn(page)) {
          expect(frame).toContain('<nav aria-label="Navigacija"');
          expect(frame).toContain('<main id="sadrzaj"');
          if (!keys[0]?.startsWith('GUEST')) expect(frame).toMatch(/<h1[^>]*>/);
          expect(frame).toMatch(/animate-breathe|<li/);
          expect(frame).not.toMatch(/<script|<style|style=|\uE000/);
        }
      });
    });

    test('a page has one frame for each width of each of its users', async () => {
      const keys = framesIn(await html('/admin/calendar')).flatMap((one) => one.keys);
      expect(keys.sort()).toEqual(BOTH.flatMap((user) => [0, 1, 2, 3, 4].map((width) => `${user}${width}`)));
    });

    test('the HTML contains no data of a person, and is the same for everybody', async () => {
      const client = await aClient(salon, { name: 'Žaklina Ristić', phone: '064 555 777' });
      for (const [url] of [...PAGES, ['/']]) {
        const page = await html(String(url));
        for (const { token } of [salon.admin, client])
          expect((await html(String(url), token)) === page).toBe(true);
        const secrets = ['Žaklina', '064555777', '064 555 777', client.email, client.token, ADMIN.email];
        expect(
          secrets.filter((secret) => page.includes(String(secret))),
          String(url),
        ).toEqual([]);
      }
    });

    test('the page of `/` is rendered for visitors, and has frames for everybody else', async () => {
      const page = await html('/');
      expect(page).toContain('<html data-frames="VISITOR0 VISITOR1 VISITOR2 VISITOR3 VISITOR4"');
      expect(page).toContain('<div id="app"></div><template');
      expect(usersOf(page)).toEqual([...EVERYBODY, 'GUEST'].sort());
    });

    test.each(['/nowhere', '/admin/nowhere', '/admin/'])(
      'the unknown path %s gets a frame without a title, also for visitors',
      async (url) => {
        const page = await html(url);
        expect(usersOf(page)).toEqual([...EVERYBODY, 'GUEST', 'VISITOR'].sort());
        expect(framesIn(page).some(({ frame }) => /<h1/.test(frame))).toBe(false);
      },
    );
  },
);
