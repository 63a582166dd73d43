import type { z } from 'zod';
import type { SeriesRow } from '#domain/clients/series.ts';
import { ownerPageErrors } from './owner-page-errors.ts';
import { type ErrorDefinition, pageErrors } from './page-errors.ts';
import type { slotConflict } from './schemas.ts';
import type { ReachClaim, ReachedMessage } from './told/reached.ts';

/** Every error of the server with its HTTP status and Serbian sentence. A test provokes each error. docs/spec/behaviour.md §3.2 */
export const errors = {
  ...pageErrors,
  ...ownerPageErrors,
  // status 400: the input is invalid
  broken_json: { status: 400, text: 'Zahtev nije ispravan JSON.' },
  slots_not_joined: { status: 400, text: 'Termini se spajaju samo za uslugu dužu od jednog termina.' },
  push_subscription_refused: {
    status: 400,
    text: 'Ovaj uređaj ne može da prima obaveštenja.',
    field: 'endpoint',
  },
  bad_picture: { status: 400, text: 'Ova slika ne može da se otvori. Izaberite drugu.' },
  waitlist_day_past: { status: 400, text: 'Izabrani dan je prošao.' },
  unknown_technician: { status: 400, text: 'Izabrana radnica ne postoji.', field: 'technician_id' },
  range_too_long: { status: 400, text: 'Izabrani period je predugačak.' },
  reset_link_dead: { status: 400, text: 'Link više ne važi. Zatražite novi.' },
  // status 401, 403 or 404: the user has no access, or the row does not exist
  login_failed: { status: 401, text: 'Pogrešan email ili lozinka.' },
  account_inactive: { status: 403, text: 'Nalog je deaktiviran.' },
  not_allowed: { status: 403, text: 'Nemate dozvolu za ovu radnju.' },
  not_found: { status: 404, text: 'Traženi podatak ne postoji.' },
  unknown_path: { status: 404, text: 'Tražena adresa ne postoji.' },
  // status 409: the current data does not allow the request, usually because the data has changed
  slot_gone: { status: 409, text: 'Termin više nije dostupan.' },
  template_exists: { status: 409, text: 'Već postoji šablon za taj dan i vreme.' },
  series_changed: { status: 409, text: 'Neki termini su u međuvremenu zauzeti.' },
  appointment_over: { status: 409, text: 'Termin je već počeo ili je završen.' },
  appointment_not_begun: { status: 409, text: 'Termin još nije počeo.' },
  appointment_not_booked: { status: 409, text: 'Termin više nije rezervisan.' },
  status_not_toggled: { status: 409, text: 'Status ovog termina se ne može promeniti ovde.' },
  move_refused: { status: 409, text: 'Nije moguće pomeriti termin' },
  swap_refused: { status: 409, text: 'Zamena nije moguća' },
  undo_expired: { status: 409, text: 'Poništavanje više nije moguće.' },
  undo_refused: { status: 409, text: 'Poništavanje nije moguće jer je vreme u međuvremenu zauzeto.' },
  email_taken: { status: 409, text: 'Email adresa je već u upotrebi.', field: 'email' },
  technician_has_bookings: { status: 409, text: 'Radnica ima zakazane termine.' },
  technician_is_owner: { status: 409, text: 'Vlasnica salona ne može da se ukloni.' },
  client_has_bookings: { status: 409, text: 'Klijentkinja ima zakazane termine.' },
  day_has_free_slots: { status: 409, text: 'Za taj dan još ima slobodnih termina.' },
  import_closed: { status: 409, text: 'Uvoz više ne može da se poništi.' },
  key_reused: { status: 409, text: 'Isti ključ je već upotrebljen za drugi zahtev.' },
  backup_running: { status: 409, text: 'Rezervna kopija se već pravi.' },
  backup_impossible: {
    status: 409,
    text: 'Na serveru nema programa pg_dump, pa kopija ne može da se napravi.',
  },
  disk_nearly_full: { status: 409, text: 'Na disku nema dovoljno mesta za rezervnu kopiju.' },
  sms_off: { status: 409, text: 'SMS nije povezan.' },
  payments_off: { status: 409, text: 'Naplata nije uključena u podešavanjima.' },
  payment_voided: { status: 409, text: 'Uplata je već poništena.' },
  day_closed: { status: 409, text: 'Dan je zaključen.' },
  too_many_pictures: { status: 409, text: 'Više slika ne može.' },
  work_gone: { status: 409, text: 'Ovaj rad više nije objavljen.' },
  has_payments: { status: 409, text: 'Termin ima uplate, pa ne može da se obriše.' },
  refund_exceeds: { status: 409, text: 'Toliko nije plaćeno.' },
  nothing_to_cover: { status: 409, text: 'Paket ne pokriva ovu uslugu.' },
  holding_empty: { status: 409, text: 'Nema dovoljno preostalog.' },
  holding_expired: { status: 409, text: 'Rok važenja je istekao.' },
  holding_used: { status: 409, text: 'Već je korišćeno, pa ne može da se poništi.' },
  nothing_to_pay: { status: 409, text: 'Nema šta da se isplati.' },
  period_paid: { status: 409, text: 'Obračun za taj period je isplaćen.' },
  deposit_state: { status: 409, text: 'Kapara je u međuvremenu promenjena.' },
  nothing_to_free: { status: 409, text: 'Termin nema slobodan ostatak.' },
  request_state: { status: 409, text: 'Zahtev je u međuvremenu rešen.' },
  confirm_refused: {
    status: 409,
    text: 'Dolazak možete da potvrdite najranije 7 dana pre termina.',
  },
  reached_meanwhile: { status: 409, text: 'Poruka je već poslata.' },
  request_waiting: { status: 409, text: 'Salon još nije potvrdio termin.' },
  conflict: { status: 409, text: 'Podaci su u međuvremenu promenjeni. Pokušajte ponovo.' },
  // errors of the HTTP protocol
  broken_request: { status: 400, text: 'Zahtev nije ispravan.' },
  too_slow: { status: 408, text: 'Zahtev je predugo trajao.' },
  too_large: { status: 413, text: 'Zahtev je prevelik.' },
  not_json: { status: 415, text: 'Zahtev mora biti u JSON formatu.' },
  // status 422: the request breaks a rule of the salon
  technician_service: { status: 422, text: 'Ova usluga se ne radi kod izabrane osobe.' },
  service_too_long: { status: 422, text: 'Usluga traje duže od termina.' },
  rules_required: { status: 422, text: 'Prihvatite pravila salona.', field: 'rules_accepted' },
  call_salon: { status: 422, text: 'Pozovite salon da zakažete termin.' },
  too_soon: {
    status: 422,
    text: 'Ovaj termin više ne može da se zakaže preko interneta. Pozovite salon.',
  },
  // status 429 or 5xx: too many requests, or the server cannot respond
  too_many_actions: { status: 429, text: 'Previše pokušaja. Pozovite salon.' },
  too_many_requests: { status: 429, text: 'Previše zahteva. Sačekajte malo pa pokušajte ponovo.' },
  too_many_logins: { status: 429, text: 'Previše pokušaja prijave. Pokušajte ponovo za 15 minuta.' },
  server_error: { status: 500, text: 'Greška na serveru. Pokušajte ponovo.' },
  pictures_away: { status: 503, text: 'Slike trenutno nisu dostupne.' },
  pictures_busy: {
    status: 503,
    text: 'Previše slika u istom trenutku. Pokušajte ponovo za nekoliko sekundi.',
  },
  disk_full: { status: 503, text: 'Na serveru više nema mesta za slike.' },
  backup_failed: { status: 503, text: 'Rezervna kopija nije uspela. Pokušajte ponovo.' },
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

export type { ReachClaim, ReachedMessage, SeriesRow };

/** The field `conflict` of the error `slot_overlaps`: the existing appointment that overlaps the new times. */
export type SlotConflict = z.infer<typeof slotConflict>;
