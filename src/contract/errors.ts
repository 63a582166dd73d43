import { counted } from '#domain/wording/numbers.ts';

export interface ErrorDefinition {
  readonly status: number;
  /** `{n}` is a number of the salon's settings, with its word where `counted` gives the forms. */
  readonly text: string;
  readonly counted?: readonly [one: string, few: string, many: string];
  readonly field?: string;
}

/**
 * Every error the server can return: code → HTTP status → the one Serbian sentence (docs/spec/behaviour.md §3.2,
 * docs/spec/product.md §5 and §8). The list is closed: a code that is not here does not compile, and a test provokes each of
 * them. `field`: the one field of the form that is at fault, by its name on the wire.
 */
export const errors = {
  // 400: the input itself is at fault
  bad_input: { status: 400, text: 'Proverite unete podatke.' },
  broken_json: { status: 400, text: 'Zahtev nije ispravan JSON.' },
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
  waitlist_day_past: { status: 400, text: 'Izabrani dan je prošao.' },
  slot_outside_hours: { status: 400, text: 'Termin mora biti između 06:00 i 22:00.' },
  slot_not_on_step: { status: 400, text: 'Vreme termina ide u koracima od 5 minuta.' },
  slot_too_short: { status: 400, text: 'Termin traje najmanje 5 minuta.' },
  slot_across_days: { status: 400, text: 'Termin mora početi i završiti se istog dana.' },
  slot_date_out_of_range: { status: 400, text: 'Datum može biti najviše godinu dana unazad ili unapred.' },
  booked_needs_person: { status: 400, text: 'Rezervisan termin mora imati klijenta ili ime gosta.' },
  person_needs_booking: { status: 400, text: 'Klijenta, gosta i uslugu može imati samo rezervisan termin.' },
  unknown_service: { status: 400, text: 'Izabrana usluga više ne postoji.' },
  unknown_client: { status: 400, text: 'Izabrani klijent više ne postoji.' },
  range_reversed: { status: 400, text: 'Kraj perioda ne može biti pre početka.' },
  range_too_long: { status: 400, text: 'Izabrani period je predugačak.' },
  reset_link_dead: { status: 400, text: 'Link više ne važi. Zatražite novi.' },
  // 401, 403, 404
  login_required: { status: 401, text: 'Prijavite se ponovo.' },
  login_failed: { status: 401, text: 'Pogrešan email ili lozinka.' },
  account_inactive: { status: 403, text: 'Nalog je deaktiviran.' },
  not_allowed: { status: 403, text: 'Nemate dozvolu za ovu radnju.' },
  not_found: { status: 404, text: 'Traženi podatak ne postoji.' },
  unknown_path: { status: 404, text: 'Tražena adresa ne postoji.' },
  guest_link_dead: { status: 404, text: 'Link više ne važi.' },
  // 409: the world changed
  slot_gone: { status: 409, text: 'Termin više nije dostupan.' },
  slot_overlaps: { status: 409, text: 'Već postoji termin u tom vremenu.' },
  template_exists: { status: 409, text: 'Već postoji šablon za taj dan i vreme.' },
  appointment_changed: { status: 409, text: 'Termin je u međuvremenu promenjen.' },
  appointment_over: { status: 409, text: 'Termin je već počeo ili je završen.' },
  appointment_not_booked: { status: 409, text: 'Termin više nije rezervisan.' },
  status_not_toggled: { status: 409, text: 'Status ovog termina se ne može promeniti ovde.' },
  move_refused: { status: 409, text: 'Nije moguće pomeriti termin' },
  swap_refused: { status: 409, text: 'Zamena nije moguća' },
  undo_expired: { status: 409, text: 'Poništavanje više nije moguće.' },
  undo_refused: { status: 409, text: 'Poništavanje nije moguće jer je vreme u međuvremenu zauzeto.' },
  email_taken: { status: 409, text: 'Email adresa je već u upotrebi.', field: 'email' },
  client_has_bookings: { status: 409, text: 'Klijent ima zakazane termine.' },
  day_has_free_slots: { status: 409, text: 'Za taj dan još ima slobodnih termina.' },
  key_reused: { status: 409, text: 'Isti ključ je već upotrebljen za drugi zahtev.' },
  conflict: { status: 409, text: 'Podaci su u međuvremenu promenjeni. Pokušajte ponovo.' },
  // transport
  broken_request: { status: 400, text: 'Zahtev nije ispravan.' },
  too_slow: { status: 408, text: 'Zahtev je predugo trajao.' },
  too_large: { status: 413, text: 'Zahtev je prevelik.' },
  not_json: { status: 415, text: 'Zahtev mora biti u JSON formatu.' },
  // 422: a rule of the salon says no
  booking_limit: {
    status: 422,
    text: 'Možete imati najviše {n}.',
    counted: ['aktivan zakazan termin', 'aktivna zakazana termina', 'aktivnih zakazanih termina'],
  },
  cancel_too_late: {
    status: 422,
    text: 'Termin se može otkazati najkasnije {n} h ranije. Pozovite salon.',
  },
  // 429, 5xx
  too_many_requests: { status: 429, text: 'Previše zahteva. Sačekajte malo pa pokušajte ponovo.' },
  too_many_logins: { status: 429, text: 'Previše pokušaja prijave. Pokušajte ponovo za 15 minuta.' },
  server_error: { status: 500, text: 'Greška na serveru. Pokušajte ponovo.' },
  server_busy: {
    status: 503,
    text: 'Previše prijava u istom trenutku. Pokušajte ponovo za nekoliko sekundi.',
  },
  stopping: { status: 503, text: 'Servis se ponovo pokreće. Pokušajte ponovo za nekoliko sekundi.' },
  database_away: {
    status: 503,
    text: 'Servis trenutno nije dostupan. Pokušajte ponovo za nekoliko trenutaka.',
  },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof errors;

/** The sentence of an error; `n` is the number that it names. docs/spec/texts.md §4.1 */
export function textOfError(code: ErrorCode, n?: number): string {
  const { text, counted: word }: ErrorDefinition = errors[code];
  if (n === undefined) return text;
  return text.replace('{n}', word ? counted(n, word) : String(n));
}

/** What stands in the way of a new appointment: `conflict` beside `slot_overlaps` (docs/spec/behaviour.md §5.18). */
export interface SlotConflict {
  readonly id: number;
  /** The client's or the guest's name, else the label of the status. */
  readonly name: string;
  readonly start_datetime: string;
  readonly end_datetime: string;
}
