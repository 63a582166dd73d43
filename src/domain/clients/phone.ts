/** What nobody sees in a copied text: soft hyphens, zero-width characters, marks of direction. */
export const HIDDEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** The text without invisible characters, and with the usual form of full-width and other compatible characters. */
const visible = (text: string): string => text.normalize('NFKC').replace(HIDDEN, '');

/** Extracts the digits of a phone number or a part of a number. A leading '+381' or '00381' becomes '0'. */
export function digitsIn(phone: string): string {
  const text = visible(phone);
  const digits = text.replace(/(?<=\d)\s*\(0\)/, '').replace(/\D/g, ''); // '+49 (0)170' is dialed without the 0
  const dialled = digits !== '' && /^[^\d+]*\+/.test(text) ? `00${digits}` : digits;
  return dialled.replace(/^003810?/, '0');
}

// matches numbers that lack the leading 0: mobile numbers (6…) and landline numbers with an area code (8 or 9 digits)
const WITHOUT_LEADING_ZERO = /^(6\d+|[1-9]\d{7,8})$/;

/** The digits as dialed in Serbia: '64 123', '+381 64 123' and '00381 (0)64/123' all give '064123'. docs/spec/behaviour.md §6.7 */
export function phoneDigits(phone: string): string {
  const digits = digitsIn(phone);
  if (/^3810?6/.test(digits) || /^381\d{8}/.test(digits)) return digits.replace(/^3810?/, '0');
  return WITHOUT_LEADING_ZERO.test(digits) ? `0${digits}` : digits;
}

const ABROAD = /^00[1-9]\d{7,14}$/;
const IN_SERBIA = /^0[1-9]\d{7,8}$/;

/** The normal form of a phone number, for comparing: E.164 ('+381641234567'), for a number that is none its digits; null without digits. docs/spec/behaviour.md §6.7 */
export function phoneNumber(phone: string | null | undefined): string | null {
  const digits = phoneDigits(phone ?? '');
  if (ABROAD.test(digits)) return `+${digits.slice(2)}`;
  if (IN_SERBIA.test(digits)) return `+381${digits.slice(1)}`;
  return digits === '' ? null : digits;
}

/** The phone number for links, in its normal form: '064/123-4567' gives '+381641234567'. */
export const dialled = (phone: string): string => phoneNumber(phone) ?? '';
