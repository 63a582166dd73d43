/** Extracts the digits of a phone number or a part of a number. A leading '+381' or '00381' becomes '0'. */
export function digitsIn(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  const dialled = phone.trimStart().startsWith('+') ? `00${digits}` : digits;
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

/** The digits that identify a guest; null for a phone number without digits. docs/spec/behaviour.md §5.4 */
export const contactDigits = (phone: string | null): string | null =>
  phone !== null && /\d/.test(phone) ? phoneDigits(phone) : null;

/** The phone number for a `tel:` link: '+381 (0)64 123-456' → '+38164123456', '064/123-456' → '064123456'. */
export const dialled = (phone: string): string =>
  phone.replace(/(?<=\+\d{1,3}\s*)\(0\)/, '').replace(/[^\d+]/g, '');
