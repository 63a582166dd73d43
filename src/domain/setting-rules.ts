import { readPhone } from './clients/contact.ts';
import { PHONE_CHARACTERS_REFUSED } from './clients/is-phone.ts';
import { charactersIn, PHONE_PATTERN } from './limits.ts';
import { accountDigits } from './payments/ips-code.ts';
import type {
  ListSetting,
  MessageSetting,
  NumberSetting,
  Setting,
  SettingName,
  Settings,
  TextSetting,
} from './settings.ts';
import { unknownPlaceholder } from './wording/messages.ts';

const URL_PATTERN = /^(https?:\/\/[^\s/?#@]+\.[^\s/?#@]+([/?#]\S*)?)?$/;
const URL_REFUSED = 'Unesite adresu koja počinje sa https://.';

/** Completes what people type instead of the URL of a profile: '@studio.mina', 'instagram.com/studio.mina'. */
const completedUrl = (text: string): string =>
  text
    .replace(/^@([\w.]+)$/, 'instagram.com/$1')
    .replace(/^(?=(www\.)?(instagram|facebook|tiktok)\.com\/)/, 'https://');

const FORMATS = {
  required: { accepts: (text: string) => /\S/.test(text), refusal: 'Unesite naziv salona.' },
  phone: {
    accepts: (text: string) => PHONE_PATTERN.test(readPhone(text)),
    refusal: PHONE_CHARACTERS_REFUSED,
  },
  url: { accepts: (text: string) => URL_PATTERN.test(completedUrl(text)), refusal: URL_REFUSED },
  https: {
    accepts: (text: string) => URL_PATTERN.test(text) && !text.startsWith('http:'),
    refusal: URL_REFUSED,
  },
  account: {
    accepts: (text: string) => text === '' || accountDigits(text) !== null,
    refusal: 'Broj računa nije ispravan.',
  },
} as const;

export const CLOCK = {
  pattern: /^(([01]\d|2[0-3]):[0-5]\d)?$/,
  refusal: 'Unesite vreme kao 08:00.',
} as const;

/** Refuses a value that is not a whole number within the bounds. */
function numberRefusal({ min, max, step = 1 }: NumberSetting, value: unknown): string | undefined {
  if (!Number.isSafeInteger(value)) return `Ceo broj od ${min} do ${max}.`;
  if (Number(value) < min) return `Najmanje ${min}.`;
  if (Number(value) > max) return `Najviše ${max}.`;
  return Number(value) % step === 0 ? undefined : `U koracima od ${step}.`;
}

function textRefusal(setting: TextSetting | MessageSetting, text: string): string | undefined {
  if (charactersIn(text) > setting.max) return `Najviše ${setting.max} karaktera.`;
  if (setting.kind === 'message') {
    if (setting.isPlain) return undefined;
    const unknown = unknownPlaceholder(text, setting.more);
    return unknown === undefined ? undefined : `Nepoznata oznaka ${unknown}.`;
  }
  const format = setting.format && FORMATS[setting.format];
  return !format || format.accepts(text) ? undefined : format.refusal;
}

/** Refuses a list without the first choice, with a choice twice, or with anything else. */
function listRefusal({ choices }: ListSetting, value: unknown): string | undefined {
  const isList = Array.isArray(value) && value.includes(choices[0]) && new Set(value).size === value.length;
  return isList && value.every((one) => choices.includes(one)) ? undefined : 'Vrednost nije ispravna.';
}

/** The error text for an invalid value; undefined for a valid value. docs/spec/behaviour.md §1.4 */
export function settingRefusal(setting: Setting, value: unknown): string | undefined {
  if (setting.kind === 'number') return numberRefusal(setting, value);
  if (setting.kind === 'list') return listRefusal(setting, value);
  if (setting.kind === 'clock') return CLOCK.pattern.test(String(value)) ? undefined : CLOCK.refusal;
  return setting.kind === 'text' || setting.kind === 'message'
    ? textRefusal(setting, String(value))
    : undefined;
}

type Typed = { readonly account_number?: string | undefined; readonly salon_social_url?: string | undefined };

/** The settings to store: an account number as 18 digits, a profile as its URL. */
export const storedSettings = <Changes extends Typed>(changes: Changes): Changes => {
  const { account_number, salon_social_url } = changes;
  return {
    ...changes,
    ...(account_number && { account_number: accountDigits(account_number) ?? account_number }),
    ...(salon_social_url && { salon_social_url: completedUrl(salon_social_url) }),
  };
};

/** Names settings that contradict each other, such as deposits without recorded payments. docs/spec/behaviour.md §19.2 */
export function settingsConflict(
  { payments, deposit_for, account_number, account_name }: Settings,
  waiting: { readonly deposits: number; readonly holdings: number },
): Partial<Record<SettingName, string>> | undefined {
  if (payments === 0 && waiting.deposits > 0) return { payments: 'Još se čekaju uplate kapare.' };
  if (payments === 0 && waiting.holdings > 0) return { payments: 'Još važe prodati paketi ili vaučeri.' };
  if (deposit_for === 'NONE') return undefined;
  if (payments === 0) return { deposit_for: 'Za kaparu prvo uključite naplatu.' };
  if (account_number === '') return { account_number: 'Unesite račun na koji stiže kapara.' };
  return account_name === '' ? { account_name: 'Unesite ime primaoca.' } : undefined;
}
