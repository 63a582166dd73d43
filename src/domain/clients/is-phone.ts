import { PHONE_MAX_DIGITS, PHONE_MIN_DIGITS } from '../limits.ts';

/** What is said of a phone that can't be one. docs/spec/texts.md §4.1 */
export const PHONE_REFUSED = 'Proverite broj telefona.';

/** The refusal of a text with other characters than `PHONE_PATTERN` allows. */
export const PHONE_CHARACTERS_REFUSED = 'Telefon može sadržati samo cifre, razmake i znakove + - / ( ).';

/** Can this be a phone number: 6 to 15 digits, however they are written? docs/spec/behaviour.md §3.3 */
export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return digits >= PHONE_MIN_DIGITS && digits <= PHONE_MAX_DIGITS;
}
