/** Addresses under which a phone calls and writes to a number as people write it. */

const HOME_CODE = '381'; // a number without a country's code is a Serbian one

/** '+381 (0)64 123-456' → '+38164123456', '064/123-456' → '064123456' */
const dialled = (phone: string): string => phone.replace(/(?<=\+\d{1,3}\s*)\(0\)/, '').replace(/[^\d+]/g, '');

/** With the country's code, as messengers want it: '064 123' → '38164123'. */
function withCountry(phone: string): string {
  const number = dialled(phone);
  if (number.startsWith('+')) return number.slice(1);
  if (number.startsWith('00')) return number.slice(2);
  return number.startsWith('0') ? `${HOME_CODE}${number.slice(1)}` : number;
}

export const telephoneLink = (phone: string): string => `tel:${dialled(phone)}`;
export const smsLink = (phone: string): string => `sms:${dialled(phone)}`;
export const viberLink = (phone: string): string => `viber://chat?number=%2B${withCountry(phone)}`;
export const whatsAppLink = (phone: string): string => `https://wa.me/${withCountry(phone)}`;
