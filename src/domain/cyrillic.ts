const CYRILLIC = 'абвгдђежзијклљмнњопрстћуфхцчџш';
const LATIN = 'a b v g d đ e ž z i j k l lj m n nj o p r s t ć u f h c č dž š'.split(' ');

/** Converts a letter of Serbian Cyrillic to Latin in the same case; other characters stay unchanged. */
export function inLatin(letter: string): string {
  const small = letter.toLowerCase();
  const latin = LATIN[CYRILLIC.indexOf(small)];
  if (latin === undefined) return letter;
  return letter === small ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
}
