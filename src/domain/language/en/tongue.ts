import type { Tongue } from '../translate.ts';
import { ENGLISH, type Sentence } from './catalogue.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

export const tongue: Tongue = {
  plural: new Intl.PluralRules('en'),
  marks: [',', '.'],
  dates: {
    days: DAYS,
    objects: DAYS,
    on: (day) => `on ${day}`,
    months: MONTHS,
    monthsOn: MONTHS,
    dot: '',
  },
  language: 'en',
  say: (sentence) => ENGLISH[sentence as Sentence] ?? sentence,
};
