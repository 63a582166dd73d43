import { PHONE_MAX_DIGITS, PHONE_MIN_DIGITS } from '../limits.ts';

/** The error text for an impossible phone number. docs/spec/texts.md §4.1 */
export const PHONE_REFUSED = 'Proverite broj telefona.';

/** The error text for characters that `PHONE_PATTERN` does not allow. */
export const PHONE_CHARACTERS_REFUSED = 'Telefon može sadržati samo cifre, razmake i znakove + - / ( ).';

/** True for 6 to 15 digits in any spelling. docs/spec/behaviour.md §3.3 */
export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return digits >= PHONE_MIN_DIGITS && digits <= PHONE_MAX_DIGITS;
}
