import type { Script } from './languages.ts';

/** The script in which the code's texts for the owner and technicians are written; the second build of the pages writes them in Cyrillic. */
export const OWNERS_LANGUAGE: Script = 'sr-Latn';
