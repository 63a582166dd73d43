import { type ErrorDefinition, type PageErrorCode, pageErrors, sentenceOf } from './page-errors.ts';

/** The errors that the owner's pages, but no other pages, can detect themselves before they send a request. */
export const ownerPageErrors = {
  slot_outside_hours: { status: 400, text: 'Termin mora biti između 06:00 i 22:00.' },
  slot_not_on_step: { status: 400, text: 'Vreme termina mora biti na punih 5 minuta.' },
  slot_too_short: { status: 400, text: 'Termin traje najmanje 5 minuta.' },
  slot_across_days: { status: 400, text: 'Termin mora početi i završiti se istog dana.' },
  slot_date_out_of_range: { status: 400, text: 'Datum može biti najviše godinu dana unazad ili unapred.' },
  person_needs_booking: {
    status: 400,
    text: 'Klijentkinju, gošću i uslugu može imati samo rezervisan termin.',
  },
  slot_overlaps: { status: 409, text: 'Već postoji termin u tom vremenu.' },
  appointment_changed: { status: 409, text: 'Termin je u međuvremenu promenjen.' },
  unknown_client: { status: 400, text: 'Izabrana klijentkinja više ne postoji.' },
} as const satisfies Record<string, ErrorDefinition>;

export type OwnerPageErrorCode = keyof typeof ownerPageErrors | PageErrorCode;

export const textOfOwnerError = (code: OwnerPageErrorCode): string =>
  sentenceOf({ ...pageErrors, ...ownerPageErrors }[code]);
