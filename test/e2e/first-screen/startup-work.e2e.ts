// Slow work that pages avoid while they start, so that cheap phones show them sooner.
import { expect, test } from '../fixture.ts';
import { keepOnDevice, withoutStream } from '../network.ts';
import { fillSalon, PUBLIC_PATHS, started, storedClient } from './prepare.ts';

test.beforeEach(({ salon }) => fillSalon(salon));

test('no public page calls localeCompare or creates an Intl.DateTimeFormat while it starts', {
  tag: '@once',
}, async ({ page, salon }) => {
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
  const read = () => page.evaluate(() => (window as unknown as { read: string[] }).read);
  for (const path of PUBLIC_PATHS) {
    await page.goto(salon.url + path);
    await started(page);
    expect(await read(), path).toEqual([]);
  }
  await page.evaluate(() => [new Intl.DateTimeFormat(), 'a'.localeCompare('b')]);
  expect(await read()).toEqual(['zone', 'order']);
});

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
  await expect.poll(() => asked.filter((one) => one.includes('/appointments/upcoming'))).toHaveLength(1);
  expect(asked.filter((one, n) => asked.indexOf(one) !== n)).toEqual([]);
});
