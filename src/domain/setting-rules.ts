import { PHONE_CHARACTERS_REFUSED } from './clients/is-phone.ts';
import { charactersIn, PHONE_PATTERN } from './limits.ts';
import { accountDigits } from './payments/ips-code.ts';
import type {
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

const FORMATS = {
  required: { accepts: (text: string) => /\S/.test(text), refusal: 'Unesite naziv salona.' },
  phone: { accepts: (text: string) => PHONE_PATTERN.test(text), refusal: PHONE_CHARACTERS_REFUSED },
  url: { accepts: (text: string) => URL_PATTERN.test(text), refusal: URL_REFUSED },
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
function numberRefusal({ min, max }: NumberSetting, value: unknown): string | undefined {
  if (!Number.isSafeInteger(value)) return `Ceo broj od ${min} do ${max}.`;
  if (Number(value) < min) return `Najmanje ${min}.`;
  return Number(value) > max ? `Najviše ${max}.` : undefined;
}

function textRefusal(setting: TextSetting | MessageSetting, text: string): string | undefined {
  if (charactersIn(text) > setting.max) return `Najviše ${setting.max} karaktera.`;
  if (setting.kind === 'message') {
    if (setting.isPlain) return undefined;
    const unknown = unknownPlaceholder(text);
    return unknown === undefined ? undefined : `Nepoznata oznaka ${unknown}.`;
  }
  const format = setting.format && FORMATS[setting.format];
  return !format || format.accepts(text) ? undefined : format.refusal;
}

/** The error text for an invalid value; undefined for a valid value. docs/spec/behaviour.md §1.4 */
export function settingRefusal(setting: Setting, value: unknown): string | undefined {
  if (setting.kind === 'number') return numberRefusal(setting, value);
  if (setting.kind === 'clock') return CLOCK.pattern.test(String(value)) ? undefined : CLOCK.refusal;
  return setting.kind === 'text' || setting.kind === 'message'
    ? textRefusal(setting, String(value))
    : undefined;
}

/** The settings to store: an account number is stored as 18 digits. */
export const storedSettings = <Changes extends { readonly account_number?: string | undefined }>(
  changes: Changes,
): Changes =>
  changes.account_number
    ? { ...changes, account_number: accountDigits(changes.account_number) ?? changes.account_number }
    : changes;

/** Names settings that contradict each other, such as deposits without recorded payments. docs/spec/behaviour.md §19.2 */
export function settingsConflict(
  { payments, deposit_for, account_number, account_name }: Settings,
  waitingDeposits: number,
): Partial<Record<SettingName, string>> | undefined {
  if (payments === 0 && waitingDeposits > 0) return { payments: 'Još se čekaju uplate kapare.' };
  if (deposit_for === 'NONE') return undefined;
  if (payments === 0) return { deposit_for: 'Za kaparu prvo uključite naplatu.' };
  if (account_number === '') return { account_number: 'Unesite račun na koji stiže kapara.' };
  return account_name === '' ? { account_name: 'Unesite ime primaoca.' } : undefined;
}
