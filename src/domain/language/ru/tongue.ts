import type { Sentence, Tongue } from '../translate.ts';
import { RUSSIAN } from './catalogue.ts';

const DAYS = ['понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота', 'воскресенье'];
const MONTHS = 'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь'.split(' ');
const MONTHS_OF_DAYS =
  'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ');

export const tongue: Tongue = {
  plural: new Intl.PluralRules('ru'),
  marks: [' ', ','],
  dates: {
    days: DAYS,
    shortDays: ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'],
    objects: DAYS.map((day) => day.replace(/а$/, 'у')),
    on: (day) => (day === 'вторник' ? `во ${day}` : `в ${day}`),
    months: MONTHS_OF_DAYS,
    monthsAlone: MONTHS,
    monthsOn: MONTHS_OF_DAYS,
    dot: '',
    afterYear: ' года',
  },
  language: 'ru',
  say: (sentence) => RUSSIAN[sentence as Sentence] ?? sentence,
};
