// What a first screen leaves undone, so that a cheap phone answers sooner.
import { expect, test } from '../fixture.ts';
import { keepOnDevice, withoutStream } from '../network.ts';
import { fillSalon, PUBLIC_PATHS, started, storedClient } from './prepare.ts';

test.beforeEach(({ salon }) => fillSalon(salon));

for (const path of PUBLIC_PATHS) {
  test(`${path} reads no time zone and no language’s order of letters to begin with @once`, async ({
    page,
    salon,
  }) => {
    await page.addInitScript(() => {
      const read: string[] = [];
      Object.assign(window, { read });
      const { localeCompare } = String.prototype;
      String.prototype.localeCompare = function (this: string, ...args: [string]) {
        read.push('order');
        return localeCompare.apply(this, args);
      };
      Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
        construct(Format, args) {
          read.push('zone');
          return Reflect.construct(Format, args);
        },
      });
    });
    await page.goto(salon.url + path);
    await started(page);
    const read = () => page.evaluate(() => (window as unknown as { read: string[] }).read);
    expect(await read()).toEqual([]);
    await page.evaluate(() => [new Intl.DateTimeFormat(), 'a'.localeCompare('b')]);
    expect(await read()).toEqual(['zone', 'order']);
  });
}

test('the booking page of a client sends each request once', { tag: '@once' }, async ({ page, salon }) => {
  await keepOnDevice(page, salon, await storedClient(salon));
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(`${salon.url}/api/`)) asked.push(`${request.method()} ${request.url()}`);
  });
  await withoutStream(page);
  await page.goto(`${salon.url}/booking`);
  await started(page);
  await expect(page.getByRole('button', { name: '10:00 - 11:00' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((one) => one.includes('/appointments/upcoming'))).toHaveLength(1);
  expect(asked.filter((one, n) => asked.indexOf(one) !== n)).toEqual([]);
});
