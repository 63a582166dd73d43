/** The languages of visitors, guests and clients. docs/spec/behaviour.md §33 */
export const LANGUAGES = ['sr-Latn', 'sr-Cyrl', 'en', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of everything that names no other: the salon's own. */
export const SALONS_LANGUAGE = 'sr-Latn' satisfies Language;

/** The scripts of Serbian, in which staff read. */
export const SCRIPTS = ['sr-Latn', 'sr-Cyrl'] as const;
export type Script = (typeof SCRIPTS)[number];

export const isLanguage = (text: unknown): text is Language => LANGUAGES.some((one) => one === text);

/** The language as stored for a person, if the salon still offers it; else the salon's own. */
export const languageToSend = (stored: string | null, offered: readonly Language[]): Language =>
  offered.find((one) => one === stored) ?? SALONS_LANGUAGE;

/** The language to store for a person with what she sends from a page; null: staff's page, or a salon with one language. */
export const languageToStore = (page: Language | null, offered: readonly Language[]): Language | null =>
  offered.length > 1 ? page : null;

const SPOKEN_AS: Readonly<Record<string, Language>> = {
  sr: 'sr-Latn',
  hr: 'sr-Latn',
  bs: 'sr-Latn',
  sh: 'sr-Latn',
  en: 'en',
  ru: 'ru',
};

/** The language that a tag such as 'sr-Cyrl-RS' or 'en-US' means; undefined for another language. */
function meant(tag: string): Language | undefined {
  const [language = '', script] = tag.trim().toLowerCase().split('-');
  return language === 'sr' && script === 'cyrl' ? 'sr-Cyrl' : SPOKEN_AS[language];
}

/** The weight of a part of the header: 1 without one; NaN if it is unreadable. */
function weightOf(parameters: readonly string[]): number {
  const q = parameters.map((one) => one.trim().toLowerCase()).find((one) => one.startsWith('q='));
  if (q === undefined) return 1;
  return /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(q) ? Number(q.slice(2)) : Number.NaN;
}

/**
 * The language of an Accept-Language header: the offered one with the highest weight, the first of equal ones. If the header names
 * languages and none of them is offered, English, if it is. docs/spec/behaviour.md §33
 */
export function acceptedLanguage(header: string | undefined, offered: readonly Language[]): Language {
  const parts = (header ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';');
    return { tag: tag.trim(), weight: weightOf(parameters) };
  });
  const isReadable = parts.every(
    ({ tag, weight }) => /^[a-z]{1,8}(-[a-z0-9]{1,8})*$|^\*$/i.test(tag) && weight >= 0,
  );
  const named = parts.filter(({ tag, weight }) => tag !== '*' && weight > 0);
  if (!isReadable || named.length === 0) return SALONS_LANGUAGE;
  const best = named
    .map(({ tag, weight }) => ({ language: meant(tag), weight }))
    .filter(({ language }) => language !== undefined && offered.includes(language))
    .sort((a, b) => b.weight - a.weight)[0];
  if (best?.language) return best.language;
  const hasAny = parts.some(({ tag }) => tag === '*');
  return !hasAny && offered.includes('en') ? 'en' : SALONS_LANGUAGE;
}

interface Asked {
  /** The query parameter `jezik`. */
  readonly parameter?: unknown;
  /** The cookie `jezik`. */
  readonly cookie?: string | undefined;
  /** The Accept-Language header. */
  readonly header?: string | undefined;
}

/** The language of a page: the URL's, else the cookie's, else the browser's, among those that the salon offers. docs/spec/behaviour.md §33 */
export function pageLanguage({ parameter, cookie, header }: Asked, offered: readonly Language[]): Language {
  const chosen = [parameter, cookie].find((one) => isLanguage(one) && offered.includes(one));
  return isLanguage(chosen) ? chosen : acceptedLanguage(header, offered);
}
