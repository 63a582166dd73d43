/** The twelve things that a client is told (spec.md §3 Client notification), and what each is called on her screen (texts.md). */
export const CLIENT_NOTICE_TYPES = [
  'APPT_TIME_CHANGED',
  'APPT_DURATION_CHANGED_EXTENDED',
  'APPT_DURATION_CHANGED_SHORTENED',
  'APPT_SERVICE_CHANGED',
  'APPT_CLIENT_CHANGED_ADDED',
  'APPT_CLIENT_CHANGED_REMOVED',
  'APPT_CLIENT_SWAPPED',
  'APPT_CLIENT_MOVE',
  'APPT_CANCELLED_BY_ADMIN',
  'APPT_SET_AVAILABLE_BY_ADMIN',
  'APPT_REMINDER_2H',
  'FREE_SLOT_AVAILABLE',
] as const;
export type ClientNoticeType = (typeof CLIENT_NOTICE_TYPES)[number];

/** texts.md, Client notification types */
export const CLIENT_NOTICE_LABELS: Record<ClientNoticeType, string> = {
  APPT_TIME_CHANGED: 'Promenjeno vreme termina',
  APPT_DURATION_CHANGED_EXTENDED: 'Termin je produžen',
  APPT_DURATION_CHANGED_SHORTENED: 'Termin je skraćen',
  APPT_SERVICE_CHANGED: 'Promenjena usluga',
  APPT_CLIENT_CHANGED_ADDED: 'Dodeljen vam je termin',
  APPT_CLIENT_CHANGED_REMOVED: 'Uklonjeni ste sa termina',
  APPT_CLIENT_SWAPPED: 'Termin je dodeljen drugom klijentu',
  APPT_CLIENT_MOVE: 'Termin je premešten',
  APPT_CANCELLED_BY_ADMIN: 'Salon je otkazao termin',
  APPT_SET_AVAILABLE_BY_ADMIN: 'Salon je oslobodio termin',
  APPT_REMINDER_2H: 'Podsetnik: termin za 2 sata',
  FREE_SLOT_AVAILABLE: 'Oslobodio se termin',
};
