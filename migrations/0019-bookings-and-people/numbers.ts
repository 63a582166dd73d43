// Frozen copies of how this release read phone numbers and folded names. Later releases may read them in another way.

const HIDDEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** The digits as dialed in Serbia: '+381 64 123', '00381 (0)64/123' and '64 123' all give '064123'. */
function dialled(text: string): string {
  const digits = text.replace(/(?<=\d)\s*\(0\)/, '').replace(/\D/g, '');
  const all = /^[^\d+]*\+/.test(text) ? `00${digits}` : digits;
  const national = all.replace(/^003810?/, '0');
  if (/^3810?6/.test(national) || /^381\d{8}/.test(national)) return national.replace(/^3810?/, '0');
  return /^(6\d+|[1-9]\d{7,8})$/.test(national) ? `0${national}` : national;
}

/** The number in E.164 ('+381641234567'), else its digits; null without digits. */
export function numberOf(typed: string | null): string | null {
  const text = typed?.normalize('NFKC').replace(HIDDEN, '') ?? '';
  if (!/\d/.test(text)) return null;
  const digits = dialled(text);
  if (/^00[1-9]\d{7,14}$/.test(digits)) return `+${digits.slice(2)}`;
  return /^0[1-9]\d{7,8}$/.test(digits) ? `+381${digits.slice(1)}` : digits;
}

const CYRILLIC = 'абвгдђежзијклљмнњопрстћуфхцчџш';
const LATIN = 'a b v g d đ e ž z i j k l lj m n nj o p r s t ć u f h c č dž š'.split(' ');

/** The text without differences of case, diacritics and script. */
export function folded(text: string): string {
  const small = text.normalize('NFKD').toLowerCase();
  const latin = small.replace(/[а-џ]/g, (letter) => LATIN[CYRILLIC.indexOf(letter)] ?? letter);
  const plain = latin.normalize('NFKD').replace(/\p{M}/gu, '');
  return plain.replace(/[đð]/g, 'dj').trim();
}

/** The text in which searches look for a guest. */
export function searchTextOf(name: string, phone: string | null): string {
  const texts = [name, phone].filter((text) => text !== null).map(folded);
  const bare = texts.filter((text) => text.includes('dj')).map((text) => text.replaceAll('dj', 'd'));
  return [...texts, ...bare, ...(phone === null ? [] : [dialled(phone)])].join('\n');
}
