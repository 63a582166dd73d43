import { useHasFinger } from '../browser.ts';

export type Kind = 'date' | 'time';

const SAMPLE = new Date(2026, 10, 30, 17, 0);
const DAY_FIRST = /^day[./]\s?month[./]\s?year\.?$/;

/** Does that language write days and times in the salon's order: day, month, year, and 24 hours? */
export function writesAsSalon(kind: Kind, locale: string): boolean {
  if (kind === 'time') {
    const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
    return hourCycle === 'h23';
  }
  const parts = new Intl.DateTimeFormat(locale, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).formatToParts(SAMPLE);
  return DAY_FIRST.test(parts.map(({ type, value }) => (type === 'literal' ? value : type)).join(''));
}

/**
 * May the device's own picker be used? Only for fingers, and only where it shows what the salon would write. A browser's own
 * control follows the language of its menus (the default of `Intl`) in Chrome and Firefox, the region of the device in Safari,
 * and neither need be the language it asks pages for: all that is known must agree.
 */
export const mayUseDevicePicker = (kind: Kind, isCoarse: boolean, locales: readonly string[]): boolean =>
  isCoarse && locales.every((locale) => writesAsSalon(kind, locale));

export function useDevicePicker(kind: Kind): boolean {
  const hasFinger = useHasFinger();
  if (!hasFinger) return false;
  const own = new Intl.DateTimeFormat().resolvedOptions().locale;
  return mayUseDevicePicker(kind, hasFinger, [navigator.language, own]);
}
