import { ACCOUNTS } from './accounts.ts';
import { APPOINTMENTS } from './appointments.ts';
import { BOOKING } from './booking.ts';
import { ERRORS } from './errors.ts';
import { HOME } from './home.ts';
import { PAGES } from './pages.ts';
import { TOLD } from './told.ts';
import { WORDING } from './wording.ts';
import { WORDS } from './words.ts';

/** Every sentence that a visitor, guest or client can meet, in English. */
export const ENGLISH = {
  ...WORDS,
  ...HOME,
  ...BOOKING,
  ...APPOINTMENTS,
  ...ACCOUNTS,
  ...PAGES,
  ...WORDING,
  ...ERRORS,
  ...TOLD,
} as const;

/** A sentence that exists in every language, as it is in Serbian. */
export type Sentence = keyof typeof ENGLISH;
