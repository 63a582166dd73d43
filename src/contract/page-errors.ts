import { type Sentence, said } from '#domain/language/translate.ts';
import { type CountedWord, counted } from '#domain/wording/numbers.ts';

export interface ErrorDefinition {
  readonly status: number;
  /** The error text, in Serbian. `{n}` stands for a number from the salon's settings; `counted` adds the noun in the right form. */
  readonly text: Sentence;
  readonly counted?: CountedWord;
  readonly field?: string;
}

/** The errors that pages can detect themselves before they send a request. Page bundles contain only these errors; the bundles of the owner's pages also contain `ownerPageErrors`. */
export const pageErrors = {
  login_fields_missing: { status: 400, text: 'Unesite email i lozinku.' },
  required_fields_missing: { status: 400, text: 'Popunite sva obavezna polja.' },
  passwords_differ: { status: 400, text: 'Lozinke se ne poklapaju.', field: 'password_confirm' },
  password_too_short: { status: 400, text: 'Lozinka mora imati bar 6 karaktera.', field: 'password' },
  old_password_missing: { status: 400, text: 'Unesite staru lozinku za potvrdu.', field: 'old_password' },
  old_password_wrong: { status: 400, text: 'Stara lozinka nije ispravna.', field: 'old_password' },
  new_passwords_differ: {
    status: 400,
    text: 'Nova lozinka i potvrda se ne poklapaju.',
    field: 'new_password_confirm',
  },
  new_password_too_short: {
    status: 400,
    text: 'Nova lozinka mora imati bar 6 karaktera.',
    field: 'new_password',
  },
  guest_contact_missing: { status: 400, text: 'Unesite ime i kontakt telefon.' },
  waitlist_contact_missing: { status: 400, text: 'Unesite ime i kontakt telefon da bismo vas obavestili.' },
  booked_needs_person: { status: 400, text: 'Rezervisan termin mora imati klijentkinju ili ime gosta.' },
  range_reversed: { status: 400, text: 'Kraj perioda ne može biti pre početka.' },
  login_required: { status: 401, text: 'Prijavite se ponovo.' },
  guest_link_dead: { status: 404, text: 'Link više ne važi.' },
  not_active: { status: 409, text: 'Ovaj termin se više ne može pomeriti.' },
  cancel_too_late: { status: 422, text: 'Termin se može otkazati najkasnije {n} h ranije. Pozovite salon.' },
  already_booked_then: { status: 422, text: 'Već imate termin u to vreme.' },
  move_too_late: { status: 422, text: 'Termin se može pomeriti najkasnije {n} h ranije. Pozovite salon.' },
  bad_input: { status: 400, text: 'Proverite unete podatke.' },
  unknown_service: { status: 400, text: 'Izabrana usluga više ne postoji.' },
  addon_alone: { status: 422, text: 'Dodatak se zakazuje uz drugu uslugu.' },
  booking_limit: {
    status: 422,
    text: 'Možete imati najviše {n}.',
    counted: 'aktivan zakazan termin|aktivna zakazana termina|aktivnih zakazanih termina',
  },
} as const satisfies Record<string, ErrorDefinition>;

export type PageErrorCode = keyof typeof pageErrors;

/** The text of an error in the reader's language, with `n` in place of `{n}`. docs/spec/texts.md §4.1 */
export function sentenceOf({ text, counted: word }: ErrorDefinition, n?: number): string {
  const sentence = said(text);
  if (n === undefined) return sentence;
  return sentence.replace('{n}', word ? counted(n, word) : String(n));
}

/** The server's text for an error that a page detects itself. */
export const textOfError = (code: PageErrorCode, n?: number): string => sentenceOf(pageErrors[code], n);
