import { LANGUAGES, SALONS_LANGUAGE } from './language/languages.ts';
import {
  MAX_PRICE_DIN,
  MAX_SERVICE_MINUTES,
  PHONE_MAX_CHARACTERS,
  SLOT_STEP_MINUTES,
  STRIP_DAYS,
} from './limits.ts';
import { DELAY_PLACEHOLDER, MESSAGE_TEXTS } from './wording/messages.ts';

/** The environment variable that gives the value until the owner saves the setting. docs/spec/behaviour.md §1.1 */
interface FirstValue {
  readonly variable: string;
  /** The maximum for the environment variable, if it is higher than the maximum for the owner. */
  readonly max?: number;
}

interface AnySetting {
  readonly firstValue?: FirstValue;
  /** Whether `GET /salon` contains the setting, under its own name (docs/spec/behaviour.md §7.5). */
  readonly isPublic?: true;
}

export interface NumberSetting extends AnySetting {
  readonly kind: 'number';
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** The value is a multiple of this. */
  readonly step?: number;
}

/** A setting with one line of text; an empty text is hidden everywhere. */
export interface TextSetting extends AnySetting {
  readonly kind: 'text';
  readonly default: string;
  /** The maximum length in characters. */
  readonly max: number;
  readonly format?: 'required' | 'phone' | 'url' | 'https' | 'account';
}

/** A setting with a text that may contain line breaks. */
export interface MessageSetting extends AnySetting {
  readonly kind: 'message';
  readonly default: string;
  /** The maximum length of the text in characters. */
  readonly max: number;
  /** True if the text has no placeholders. */
  readonly isPlain?: true;
  /** Placeholders that only this text has. */
  readonly more?: readonly string[];
}
interface FlagSetting extends AnySetting {
  readonly kind: 'flag';
  readonly default: 0 | 1;
}
interface ChoiceSetting extends AnySetting {
  readonly kind: 'choice';
  readonly default: string;
  readonly choices: readonly [string, ...string[]];
}

/** A setting with a time `HH:mm`; empty means never. */
interface ClockSetting extends AnySetting {
  readonly kind: 'clock';
  readonly default: string;
}

/** A setting with a list of its choices, in any order, each once. The first choice is always in it. */
export interface ListSetting extends AnySetting {
  readonly kind: 'list';
  readonly default: readonly string[];
  readonly choices: readonly string[];
}
export type Setting =
  | NumberSetting
  | TextSetting
  | MessageSetting
  | FlagSetting
  | ChoiceSetting
  | ClockSetting
  | ListSetting;

const HEADLINE_MAX_CHARACTERS = 60;
const TEXT_MAX_CHARACTERS = 200;
const MESSAGE_MAX_CHARACTERS = 500;
const WEEK_HOURS = 168;

/** All settings. Their types, rules, API and documentation derive from this list. The value 0 switches a rule off. How to add one: docs/how-to/add-a-setting.md */
export const SETTINGS = {
  salon_name: {
    kind: 'text',
    default: 'Lunula',
    max: 60,
    format: 'required',
    firstValue: { variable: 'SALON_NAME', max: 100 },
  },
  salon_headline: {
    kind: 'text',
    default: 'Lepi nokti, bez čekanja.',
    max: HEADLINE_MAX_CHARACTERS,
    isPublic: true,
  },
  salon_text: {
    kind: 'text',
    default: 'Izaberite dan i vreme koje vam odgovara. Rezervacija traje kraće od minuta.',
    max: TEXT_MAX_CHARACTERS,
    isPublic: true,
  },
  salon_phone: {
    kind: 'text',
    default: '',
    max: PHONE_MAX_CHARACTERS,
    format: 'phone',
    firstValue: { variable: 'SALON_PHONE' },
  },
  salon_address: {
    kind: 'text',
    default: '',
    max: TEXT_MAX_CHARACTERS,
    firstValue: { variable: 'SALON_ADDRESS' },
  },
  salon_hours: {
    kind: 'text',
    default: '',
    max: TEXT_MAX_CHARACTERS,
    firstValue: { variable: 'SALON_HOURS' },
  },
  salon_social_url: {
    kind: 'text',
    default: '',
    max: TEXT_MAX_CHARACTERS,
    format: 'url',
    firstValue: { variable: 'SALON_SOCIAL_URL' },
  },
  guest_booking: { kind: 'flag', default: 1, firstValue: { variable: 'GUEST_BOOKING' } },
  max_active_bookings: { kind: 'number', default: 2, min: 1, max: 10, isPublic: true },
  wish_pictures: { kind: 'flag', default: 1, isPublic: true },
  booking_days: { kind: 'number', default: STRIP_DAYS, min: 7, max: 60, isPublic: true },
  late_cancel_hours: {
    kind: 'number',
    default: 24,
    min: 0,
    max: WEEK_HOURS,
    firstValue: { variable: 'LATE_CANCEL_HOURS', max: 8760 },
    isPublic: true,
  },
  cancel_until_hours: { kind: 'number', default: 0, min: 0, max: WEEK_HOURS, isPublic: true },
  move_until_hours: { kind: 'number', default: 24, min: 0, max: WEEK_HOURS, isPublic: true },
  service_fit: { kind: 'choice', default: 'warn', choices: ['warn', 'require'], isPublic: true },
  join_slots: { kind: 'flag', default: 1, isPublic: true },
  technicians_see_phones: { kind: 'flag', default: 1 },
  no_show_limit: { kind: 'number', default: 0, min: 0, max: 10 },
  generate_ahead_weeks: { kind: 'number', default: 0, min: 0, max: 8 },
  owner_mail: { kind: 'flag', default: 1, firstValue: { variable: 'ADMIN_MAIL' } },
  message_confirmation: {
    kind: 'message',
    default: MESSAGE_TEXTS.confirmation,
    max: MESSAGE_MAX_CHARACTERS,
  },
  message_reminder: {
    kind: 'message',
    default: MESSAGE_TEXTS.reminder,
    max: MESSAGE_MAX_CHARACTERS,
  },
  message_moved: {
    kind: 'message',
    default: MESSAGE_TEXTS.moved,
    max: MESSAGE_MAX_CHARACTERS,
  },
  message_delay: {
    kind: 'message',
    default: MESSAGE_TEXTS.delay,
    max: MESSAGE_MAX_CHARACTERS,
    more: [DELAY_PLACEHOLDER],
  },
  message_cancelled: {
    kind: 'message',
    default: MESSAGE_TEXTS.cancelled,
    max: MESSAGE_MAX_CHARACTERS,
  },
  message_free_slot: {
    kind: 'message',
    default: MESSAGE_TEXTS.free_slot,
    max: MESSAGE_MAX_CHARACTERS,
  },
  message_return: {
    kind: 'message',
    default: MESSAGE_TEXTS.return,
    max: MESSAGE_MAX_CHARACTERS,
  },
  message_review: {
    kind: 'message',
    default: MESSAGE_TEXTS.review,
    max: MESSAGE_MAX_CHARACTERS,
  },
  review_url: { kind: 'text', default: '', max: TEXT_MAX_CHARACTERS, format: 'https' },
  rules_text: { kind: 'message', default: '', max: 1500, isPlain: true, isPublic: true },
  guest_retention_months: { kind: 'number', default: 24, min: 0, max: 120 },
  payments: { kind: 'flag', default: 0, isPublic: true },
  deposit_for: { kind: 'choice', default: 'NONE', choices: ['NONE', 'NEW', 'NO_SHOW', 'LONG', 'ALL'] },
  deposit_percent: { kind: 'number', default: 0, min: 0, max: 100 },
  deposit_amount: { kind: 'number', default: 0, min: 0, max: MAX_PRICE_DIN },
  deposit_min_minutes: { kind: 'number', default: 120, min: SLOT_STEP_MINUTES, max: MAX_SERVICE_MINUTES },
  deposit_hold_hours: { kind: 'number', default: 12, min: 1, max: 72 },
  account_number: { kind: 'text', default: '', max: 30, format: 'account' },
  account_name: { kind: 'text', default: '', max: 70 },
  account_owner: { kind: 'choice', default: 'FIRM', choices: ['FIRM', 'PERSON'] },
  owner_morning_at: { kind: 'clock', default: '' },
  notice_minutes: { kind: 'number', default: 0, min: 0, max: WEEK_HOURS * 60, isPublic: true },
  split_slots: { kind: 'flag', default: 0, isPublic: true },
  start_step_minutes: {
    kind: 'number',
    default: 30,
    min: SLOT_STEP_MINUTES,
    max: 120,
    step: SLOT_STEP_MINUTES,
    isPublic: true,
  },
  tidy_times: { kind: 'flag', default: 0, isPublic: true },
  rest_minutes: { kind: 'number', default: 0, min: 0, max: 240, isPublic: true },
  requests_for: { kind: 'choice', default: 'NONE', choices: ['NONE', 'NEW', 'ALL'], isPublic: true },
  request_hours: { kind: 'number', default: 24, min: 1, max: 48, isPublic: true },
  sms: { kind: 'flag', default: 0, isPublic: true },
  sms_per_day: { kind: 'number', default: 50, min: 1, max: 500 },
  languages: { kind: 'list', default: [SALONS_LANGUAGE], choices: LANGUAGES, isPublic: true },
} as const satisfies Readonly<Record<string, Setting>>;

/** Describes each setting, for OpenAPI and for the table in docs/spec/behaviour.md §1.4. */
export const SETTING_DESCRIPTIONS: Readonly<Record<keyof typeof SETTINGS, string>> = {
  salon_name: "The salon's name.",
  salon_headline: 'The headline of the home page.',
  salon_text: 'The text below the headline.',
  salon_phone: "The salon's phone; hidden when empty.",
  salon_address: "The salon's address; hidden when empty.",
  salon_hours: 'Opening hours as text; hidden when empty.',
  salon_social_url: "The salon's page elsewhere, a URL with https://; hidden when empty.",
  guest_booking: 'Whether visitors may book without an account.',
  max_active_bookings: "The most active bookings of a client or of a guest's phone.",
  wish_pictures: 'Whether clients and guests can send pictures of their wish.',
  booking_days: 'The number of days offered for booking.',
  late_cancel_hours: 'A cancellation closer to the start than this many hours is late.',
  cancel_until_hours: 'Clients and guests can cancel until this many hours before the start.',
  move_until_hours: 'Clients and guests can move a booking until this many hours before the start.',
  service_fit: 'A service longer than the slot: `warn` allows the booking, `require` refuses it.',
  join_slots: '1: adjacent slots are joined for a service that needs it.',
  technicians_see_phones: '1: technicians see the phones of the people whom they have booked.',
  no_show_limit: 'From this number of no-shows on, clients and guests must call to book; 0: off.',
  generate_ahead_weeks: 'How many weeks of slots are generated ahead; 0: off.',
  owner_mail: '1: the owner gets mails about bookings, cancellations and moves.',
  message_confirmation:
    'The text that confirms, with `{ime}`, `{datum}`, `{vreme}`, `{usluga}`, `{salon}`, `{link}`.',
  message_reminder: 'The text of a reminder.',
  message_moved: 'The text about a moved booking.',
  message_delay: 'The text about a delay, with `{minuta}` too; `{vreme}` is the expected time.',
  message_cancelled: 'The text about a canceled booking.',
  message_free_slot: 'The text that offers a free slot.',
  message_return: 'The text for a client who is due.',
  message_review: 'The text that asks for a review; its `{link}` is `review_url`.',
  review_url: 'Where clients write a review, a URL with https://; empty: nobody is asked.',
  rules_text: "The salon's rules, which clients and guests accept with a booking; empty: none.",
  guest_retention_months: "How many months guests' data is kept after the appointment; 0: without limit.",
  payments: '1: payments are recorded and the day is closed.',
  deposit_for:
    'Who pays a deposit: nobody, who never came, who missed an appointment within 12 months, long services, everybody.',
  deposit_percent: 'The deposit as a percentage of the price, unless `deposit_amount` is set.',
  deposit_amount: 'The deposit as a fixed amount in dinars; 0: the percentage counts.',
  deposit_min_minutes: 'With `LONG`: the shortest duration that needs a deposit.',
  deposit_hold_hours: 'How many hours a booking waits for its deposit.',
  account_number: 'The account for deposits and IPS payments, as 18 digits.',
  account_name: "The name of the account's owner, as the payment shows it.",
  account_owner: 'Whether a firm or a person owns the account.',
  owner_morning_at: "When the owner's morning summary is sent, `HH:mm`; empty: never.",
  notice_minutes:
    'How many minutes before the start clients and visitors can still book; 0: until the start.',
  split_slots: '1: a service that is shorter than a free slot takes only its own time.',
  start_step_minutes: 'With `split_slots`: start times are offered at these steps of the clock.',
  tidy_times: '1: with `split_slots`, only times that leave no gaps are offered.',
  rest_minutes:
    'With `split_slots`: the shortest rest that is offered; 0: the shortest service with its clean-up.',
  requests_for: 'Whose bookings wait until the salon accepts them: nobody, who never came, everybody.',
  request_hours: 'How many hours the salon has to answer a request.',
  sms: "1: people whom neither push nor mail reaches get SMS through the owner's gateway.",
  sms_per_day: 'The most SMS a day, counted in parts.',
  languages: 'The languages of visitors, guests and clients.',
};

type Table = typeof SETTINGS;
export type SettingName = keyof Table;
type ValueOf<S extends Setting> = S extends { kind: 'number' }
  ? number
  : S extends { kind: 'flag' }
    ? 0 | 1
    : S extends { kind: 'choice' }
      ? S['choices'][number]
      : S extends { kind: 'list'; choices: readonly (infer Choice)[] }
        ? readonly Choice[]
        : string;

export type Settings = { readonly [Name in SettingName]: ValueOf<Table[Name]> };

export type SettingsWith<Property> = {
  [Name in SettingName]: Table[Name] extends Property ? Name : never;
}[SettingName];

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export const settingNamed = (name: SettingName): Setting => SETTINGS[name];

/** Builds an object with `value(name)` for each of `names`. The types are not checked: `value` must return what `Values` declares. */
export const settingsObject = <Values>(
  names: readonly (keyof Values & SettingName)[],
  value: (name: SettingName) => unknown,
): Values => Object.fromEntries(names.map((name) => [name, value(name)])) as Values;

export type PublicSetting = SettingsWith<{ isPublic: true }>;
export const PUBLIC_SETTINGS = SETTING_NAMES.filter(
  (name): name is PublicSetting => settingNamed(name).isPublic === true,
);

export const DEFAULT_SETTINGS = settingsObject<Settings>(SETTING_NAMES, (name) => SETTINGS[name].default);

/** An example of a request body, for the OpenAPI document. */
export const SETTINGS_EXAMPLE: Partial<Settings> = { max_active_bookings: 3, late_cancel_hours: 12 };
