import { SERBIAN_DATES } from '../../wording/dates.ts';
import { inCyrillic } from '../cyrillic.ts';
import type { Tongue } from '../translate.ts';

export const tongue: Tongue = {
  plural: new Intl.PluralRules('sr'),
  marks: ['.', ','],
  dates: {
    ...SERBIAN_DATES,
    days: SERBIAN_DATES.days.map(inCyrillic),
    objects: SERBIAN_DATES.objects.map(inCyrillic),
    on: (day) => `у ${day}`,
    months: SERBIAN_DATES.months.map(inCyrillic),
    monthsOn: SERBIAN_DATES.monthsOn.map(inCyrillic),
  },
  language: 'sr-Cyrl',
  say: inCyrillic,
};
