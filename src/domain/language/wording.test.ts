import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { timeLeftText } from '../appointments/appointments.ts';
import { ownHoldingText } from '../payments/holding-wording.ts';
import type { WallDate, WallTime } from '../wall-clock.ts';
import { closedInWords } from '../wording/absences.ts';
import { deadlineText } from '../wording/appointments.ts';
import { longServiceWarning, ownTimeText } from '../wording/booked-services.ts';
import * as d from '../wording/dates.ts';
import { answerChip, heldUntil, refundInWords, timeLeftToPay } from '../wording/deposits.ts';
import * as near from '../wording/near-days.ts';
import { counted, HOURS, MINUTES } from '../wording/numbers.ts';
import { weeksText } from '../wording/rhythm.ts';
import { tongue as english } from './en/tongue.ts';
import type { Language } from './languages.ts';
import { tongue as russian } from './ru/tongue.ts';
import { tongue as cyrillic } from './sr-Cyrl/tongue.ts';
import { speakBy } from './translate.ts';

const TONGUES = { 'sr-Latn': undefined, 'sr-Cyrl': cyrillic, en: english, ru: russian };
afterAll(() => speakBy(() => undefined));

const DAY: WallDate = '2025-03-04';
const TODAY: WallDate = '2025-03-01';
const NEXT_YEAR: WallDate = '2026-05-08';
const AT: WallTime = '2025-03-04 10:00:00';
const SLOT = { start_datetime: AT, end_datetime: '2025-03-04 11:30:00' } as const;

const TEXTS: readonly [what: string, write: () => string, words: Readonly<Record<Language, string>>][] = [
  [
    'a day of this year',
    () => d.dayInWords(DAY, TODAY),
    {
      'sr-Latn': 'utorak, 4. mart',
      'sr-Cyrl': 'уторак, 4. март',
      en: 'Tuesday, 4 March',
      ru: 'вторник, 4 марта',
    },
  ],
  [
    'a day of another year',
    () => d.dayInWords(NEXT_YEAR, TODAY),
    {
      'sr-Latn': 'petak, 8. maj 2026.',
      'sr-Cyrl': 'петак, 8. мај 2026.',
      en: 'Friday, 8 May 2026',
      ru: 'пятница, 8 мая 2026 года',
    },
  ],
  [
    'a day as the object',
    () => d.dayAsObject('2025-03-05', TODAY),
    {
      'sr-Latn': 'sredu, 5. mart',
      'sr-Cyrl': 'среду, 5. март',
      en: 'Wednesday, 5 March',
      ru: 'среду, 5 марта',
    },
  ],
  [
    'tomorrow',
    () => d.nearDayInWords('2025-03-02', TODAY),
    {
      'sr-Latn': 'sutra, 2. mart',
      'sr-Cyrl': 'сутра, 2. март',
      en: 'tomorrow, 2 March',
      ru: 'завтра, 2 марта',
    },
  ],
  [
    'on a day',
    () => d.onDay('2025-09-04', TODAY),
    { 'sr-Latn': '4. septembra', 'sr-Cyrl': '4. септембра', en: '4 September', ru: '4 сентября' },
  ],
  [
    'at a moment',
    () => d.atMoment(AT, TODAY),
    {
      'sr-Latn': '4. marta u 10:00',
      'sr-Cyrl': '4. марта у 10:00',
      en: '4 March at 10:00',
      ru: '4 марта в 10:00',
    },
  ],
  [
    'a new moment',
    () => d.toMoment(AT, TODAY),
    {
      'sr-Latn': '4. mart u 10:00',
      'sr-Cyrl': '4. март у 10:00',
      en: '4 March at 10:00',
      ru: '4 марта в 10:00',
    },
  ],
  [
    'a moment of yesterday',
    () => d.momentInWords(AT, '2025-03-05'),
    { 'sr-Latn': 'juče u 10:00', 'sr-Cyrl': 'јуче у 10:00', en: 'yesterday at 10:00', ru: 'вчера в 10:00' },
  ],
  [
    'a day before a comma',
    () => `${d.beforeComma(d.dayInWordsWithYear(DAY))}, ${d.timeRange(AT, SLOT.end_datetime)}`,
    {
      'sr-Latn': 'utorak, 4. mart 2025, 10:00 - 11:30',
      'sr-Cyrl': 'уторак, 4. март 2025, 10:00 - 11:30',
      en: 'Tuesday, 4 March 2025, 10:00 - 11:30',
      ru: 'вторник, 4 марта 2025 года, 10:00 - 11:30',
    },
  ],
  [
    'the date next to the greeting',
    () => near.greetingDate(DAY),
    { 'sr-Latn': '04. Mart 2025.', 'sr-Cyrl': '04. Март 2025.', en: '4 March 2025', ru: '4 марта 2025 года' },
  ],
  [
    'a month',
    () => d.monthAndYear(DAY),
    { 'sr-Latn': 'mart 2025.', 'sr-Cyrl': 'март 2025.', en: 'March 2025', ru: 'март 2025 года' },
  ],
  ['a short weekday', () => d.shortDayName(DAY), { 'sr-Latn': 'Uto', 'sr-Cyrl': 'Уто', en: 'Tue', ru: 'Вт' }],
  [
    'a short day',
    () => near.shortDay(NEXT_YEAR, TODAY),
    { 'sr-Latn': 'pet 8. maj 2026', 'sr-Cyrl': 'пет 8. мај 2026', en: 'Fri 8 May 2026', ru: 'пт 8 мая 2026' },
  ],
  [
    'a near moment',
    () => near.shortMoment(AT, TODAY),
    { 'sr-Latn': 'uto 4. u 10:00', 'sr-Cyrl': 'уто 4. у 10:00', en: 'Tue 4 at 10:00', ru: 'вт 4 в 10:00' },
  ],
  [
    'the time of a notification',
    () => near.whenTold(AT, '2025-03-20'),
    {
      'sr-Latn': 'uto 4. mar u 10:00',
      'sr-Cyrl': 'уто 4. мар у 10:00',
      en: 'Tue 4 Mar at 10:00',
      ru: 'вт 4 мар в 10:00',
    },
  ],
  [
    'the farewell within a week',
    () => near.seeYou(DAY, TODAY),
    {
      'sr-Latn': 'Vidimo se u utorak.',
      'sr-Cyrl': 'Видимо се у уторак.',
      en: 'See you on Tuesday.',
      ru: 'Ждём вас во вторник.',
    },
  ],
  [
    'the farewell for a later day',
    () => near.seeYou('2025-04-02', TODAY),
    {
      'sr-Latn': 'Vidimo se u sredu, 2. aprila.',
      'sr-Cyrl': 'Видимо се у среду, 2. априла.',
      en: 'See you on Wednesday, 2 April.',
      ru: 'Ждём вас в среду, 2 апреля.',
    },
  ],
  [
    'the farewell for tomorrow',
    () => near.seeYou('2025-03-02', TODAY),
    {
      'sr-Latn': 'Vidimo se sutra.',
      'sr-Cyrl': 'Видимо се сутра.',
      en: 'See you tomorrow.',
      ru: 'Ждём вас завтра.',
    },
  ],
  [
    'days without work',
    () => closedInWords({ date_from: '2025-11-30', date_to: '2026-01-05' }, TODAY),
    {
      'sr-Latn': 'Salon ne radi od 30. novembra do 5. januara 2026.',
      'sr-Cyrl': 'Салон не ради од 30. новембра до 5. јануара 2026.',
      en: 'The salon is closed from 30 November to 5 January 2026.',
      ru: 'Салон не работает с 30 ноября по 5 января 2026 года.',
    },
  ],
  [
    'the greeting',
    () => near.greetingByHour(AT),
    { 'sr-Latn': 'Dobro jutro', 'sr-Cyrl': 'Добро јутро', en: 'Good morning', ru: 'Доброе утро' },
  ],
  [
    'the time left to an appointment',
    () => timeLeftText('2025-03-02 07:00:00', AT, SLOT.end_datetime),
    {
      'sr-Latn': 'Termin za 2 dana i 3 sata',
      'sr-Cyrl': 'Термин за 2 дана и 3 сата',
      en: 'Appointment in 2 days and 3 hours',
      ru: 'Запись через 2 дня и 3 часа',
    },
  ],
  [
    'the time left of an appointment',
    () => timeLeftText('2025-03-04 11:09:00', AT, SLOT.end_datetime),
    {
      'sr-Latn': 'U toku (još 21 minut)',
      'sr-Cyrl': 'У току (још 21 минут)',
      en: 'In progress (21 minutes left)',
      ru: 'Сейчас идёт (ещё 21 минуту)',
    },
  ],
  [
    'the time left to pay',
    () => timeLeftToPay('2025-03-04 08:20:00', AT),
    { 'sr-Latn': 'još 1 h 40 min', 'sr-Cyrl': 'још 1 h 40 мин', en: '1 h 40 min left', ru: 'ещё 1 ч 40 мин' },
  ],
  [
    'until when a slot is held',
    () => heldUntil(AT, DAY),
    {
      'sr-Latn': 'danas do 10:00',
      'sr-Cyrl': 'данас до 10:00',
      en: 'until 10:00 today',
      ru: 'сегодня до 10:00',
    },
  ],
  [
    'until when a salon answers',
    () => answerChip(AT, TODAY),
    {
      'sr-Latn': 'Salon potvrđuje do uto 4. mar u 10:00',
      'sr-Cyrl': 'Салон потврђује до уто 4. мар у 10:00',
      en: 'The salon confirms by Tue 4 Mar at 10:00',
      ru: 'Салон ответит, самое позднее вт 4 мар в 10:00',
    },
  ],
  [
    'the rule of a refund',
    () => refundInWords(21),
    {
      'sr-Latn': 'vraća se ako otkažete najkasnije 21 sat ranije',
      'sr-Cyrl': 'враћа се ако откажете најкасније 21 сат раније',
      en: 'refunded if you cancel at least 21 hours before',
      ru: 'вернётся, если отменить не позднее чем за 21 час',
    },
  ],
  [
    'both deadlines',
    () => deadlineText({ move_until_hours: 12, cancel_until_hours: 24 }),
    {
      'sr-Latn': 'Možete ga pomeriti najkasnije 12 h, a otkazati najkasnije 24 h ranije.',
      'sr-Cyrl': 'Можете га померити најкасније 12 h, а отказати најкасније 24 h раније.',
      en: 'You can move it up to 12 h before and cancel it up to 24 h before.',
      ru: 'Перенести запись можно не позднее чем за 12 ч, отменить — за 24 ч.',
    },
  ],
  [
    'a short service in a long slot',
    () => ownTimeText(SLOT, 60),
    {
      'sr-Latn': '10:00, oko 60 min',
      'sr-Cyrl': '10:00, око 60 мин',
      en: '10:00, about 60 min',
      ru: '10:00, около 60 мин',
    },
  ],
  [
    'services as long as a slot in steps of five minutes',
    () => ownTimeText(SLOT, 87),
    {
      'sr-Latn': '10:00 - 11:30',
      'sr-Cyrl': '10:00 - 11:30',
      en: '10:00 - 11:30',
      ru: '10:00 - 11:30',
    },
  ],
  [
    'services too long for a slot',
    () => longServiceWarning(120, SLOT, 2) ?? '',
    {
      'sr-Latn': 'Usluge traju 120 min, a termin 90 min. Termin je prekratak: salon mora prvo da potvrdi.',
      'sr-Cyrl': 'Услуге трају 120 мин, а термин 90 мин. Термин је прекратак: салон мора прво да потврди.',
      en: 'The services take 120 min, but this time is 90 min long. The time is too short: the salon has to confirm it first.',
      ru: 'Услуги занимают 120 мин, а свободно только 90 мин. Времени не хватает: сначала салон должен подтвердить запись.',
    },
  ],
  [
    'what is left of a package',
    () =>
      ownHoldingText({ visits: 11, visits_left: 4, amount: null, amount_left: null, expires_on: DAY }, TODAY),
    {
      'sr-Latn': 'Vaš paket: preostalo 4, važi do 4. marta',
      'sr-Cyrl': 'Ваш пакет: преостало 4, важи до 4. марта',
      en: 'Your package: 4 left, valid until 4 March',
      ru: 'Ваш пакет: осталось 4, действует до 4 марта',
    },
  ],
  [
    'weeks, hours and minutes',
    () => [weeksText(1), weeksText(3), counted(5, HOURS), counted(21, MINUTES)].join(', '),
    {
      'sr-Latn': '1 nedelju, 3 nedelje, 5 sati, 21 minut',
      'sr-Cyrl': '1 недељу, 3 недеље, 5 сати, 21 минут',
      en: '1 week, 3 weeks, 5 hours, 21 minutes',
      ru: '1 неделю, 3 недели, 5 часов, 21 минуту',
    },
  ],
];

const ON_WEEKDAYS: Readonly<Record<Language, string>> = {
  'sr-Latn': 'u ponedeljak, u utorak, u sredu, u četvrtak, u petak, u subotu, u nedelju',
  'sr-Cyrl': 'у понедељак, у уторак, у среду, у четвртак, у петак, у суботу, у недељу',
  en: 'on Monday, on Tuesday, on Wednesday, on Thursday, on Friday, on Saturday, on Sunday',
  ru: 'в понедельник, во вторник, в среду, в четверг, в пятницу, в субботу, в воскресенье',
};
const OF_MONTHS: Readonly<Record<Language, string>> = {
  'sr-Latn': 'januara februara marta aprila maja juna jula avgusta septembra oktobra novembra decembra',
  'sr-Cyrl': 'јануара фебруара марта априла маја јуна јула августа септембра октобра новембра децембра',
  en: 'January February March April May June July August September October November December',
  ru: 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
};

describe.each(Object.keys(TONGUES) as Language[])('in %s', (language) => {
  beforeEach(() => speakBy(() => TONGUES[language]));
  test.each(TEXTS)('%s', (_, write, words) => expect(write()).toBe(words[language]));

  test('all weekdays after “on” and all months of days', () => {
    const days = Array.from({ length: 7 }, (_, n) => d.onWeekday(`2025-03-0${n + 3}` as WallDate));
    const months = Array.from({ length: 12 }, (_, n) =>
      d.onDay(`2025-${String(n + 1).padStart(2, '0')}-01` as WallDate, TODAY).replace(/^1\.? /, ''),
    );
    expect(days.join(', ')).toBe(ON_WEEKDAYS[language]);
    expect(months.join(' ')).toBe(OF_MONTHS[language]);
  });
});
