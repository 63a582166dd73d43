import type { Sentence } from '../en/catalogue.ts';
import { ACCOUNTS } from './accounts.ts';
import { APPOINTMENTS } from './appointments.ts';
import { BOOKING } from './booking.ts';
import { ERRORS } from './errors.ts';
import { HOME } from './home.ts';
import { PAGES } from './pages.ts';
import { TOLD } from './told.ts';
import { WORDING } from './wording.ts';
import { WORDS } from './words.ts';

export const RUSSIAN: Readonly<Record<Sentence, string>> = {
  ...WORDS,
  ...HOME,
  ...BOOKING,
  ...APPOINTMENTS,
  ...ACCOUNTS,
  ...PAGES,
  ...WORDING,
  ...ERRORS,
  ...TOLD,
};
