import { PHONE_MAX_DIGITS, PHONE_MIN_DIGITS } from '../limits.ts';

export const PHONE_REFUSED = 'Proverite broj telefona.';

export const PHONE_CHARACTERS_REFUSED = 'Telefon može sadržati samo cifre, razmake i znakove + - / ( ).';

/** True for 6 to 15 digits in any spelling. docs/spec/behaviour.md §3.3 */
export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return digits >= PHONE_MIN_DIGITS && digits <= PHONE_MAX_DIGITS;
}
