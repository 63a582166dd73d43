/** Serbian sentences in Cyrillic letters. docs/spec/behaviour.md §33 */
const LETTERS = new Map(
  'a а b б c ц č ч ć ћ d д đ ђ e е f ф g г h х i и j ј k к l л m м n н o о p п r р s с š ш t т u у v в z з ž ж lj љ nj њ dž џ'
    .split(' ')
    .reduce<[string, string][]>((pairs, letter, n, all) => {
      if (n % 2 === 0) pairs.push([letter, all[n + 1] ?? '']);
      return pairs;
    }, []),
);

/** Stems in which two letters that look like one are two: 'injekcija' is 'инјекција'. */
const TWO_LETTERS =
  /^(in(?=jek)|kon(?=jug|junk)|van(?=jez)|nad(?=živ|žnj)|pod(?=žup)|od(?=žal|živ)|pred(?=život))/i;

const BRANDS =
  'Lunula|SMSGate|Excel|Viber|WhatsApp|Instagram|Facebook|TikTok|Google|Gmail|Apple|iPhone|iPad|Android|Safari|Chrome|Firefox|Outlook|JavaScript';

/** Names that stay in Latin letters, and what no reader could use in others: addresses, file types, codes and units. */
const UNTOUCHED = new RegExp(
  String.raw`\{\w+\}|https?:\/\/\S+|[\w.+-]+@[\w.-]+|\S*[/#]\S*\.\w+|\b\w+\.(?:rs|com)\b|\w*\.(?:ics|csv|vcf)\b|\b\w+_\w+\b|\b(?:${BRANDS}|SMS|IPS|QR|RSD|PDF|CSV|JSON|EUR|GPS|URL|HTML|kB|MB|h)\b`,
  'g',
);

/** A name before its ending, which is in Cyrillic: 'Instagramu' is 'Instagram-у'. */
const BEFORE_ENDING = new RegExp(String.raw`\b(?:${BRANDS})(?=[a-z]{1,3}\b)`, 'g');

const WORD = /[a-zčćđšž]+/gi;
/** 'Email' is written as it is said; letter by letter it would be 'Емаил'. */
const EMAIL = /^email/i;
const DIGRAPH_OR_LETTER = /lj|nj|dž|[a-zčćđšž]/gi;

/** Capital if the first letter is; of a digraph in capitals ('LJ') too. */
function letter(latin: string): string {
  const cyrillic = LETTERS.get(latin.toLowerCase()) ?? latin;
  return latin.charAt(0) === latin.charAt(0).toLowerCase() ? cyrillic : cyrillic.toUpperCase();
}

const letters = (text: string): string => text.replace(DIGRAPH_OR_LETTER, letter);

function word(latin: string): string {
  const spelled = latin.replace(EMAIL, (email) => (email.startsWith('E') ? 'Imejl' : 'imejl'));
  const [stem = ''] = TWO_LETTERS.exec(spelled) ?? [];
  return letters(stem) + letters(spelled.slice(stem.length));
}

/** The sentence in Cyrillic; placeholders, addresses and brands stay. */
export function inCyrillic(sentence: string): string {
  const text = sentence.replace(BEFORE_ENDING, '$&-');
  let done = 0;
  let result = '';
  for (const { 0: kept, index } of text.matchAll(UNTOUCHED)) {
    result += text.slice(done, index).replace(WORD, word) + kept;
    done = index + kept.length;
  }
  return result + text.slice(done).replace(WORD, word);
}
