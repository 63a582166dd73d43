/** What the columns of a file can hold, and how its headings name them in six languages. docs/spec/behaviour.md §31.3 */
import { foldSearch } from '../search.ts';

export const CLIENT_FIELDS = ['name', 'first', 'middle', 'last', 'phone', 'email', 'city', 'notes'] as const;
export const APPOINTMENT_FIELDS = [
  ...CLIENT_FIELDS.filter((field) => field !== 'email' && field !== 'city'),
  'date',
  'time',
  'end',
  'duration',
  'service',
  'technician',
  'price',
  'status',
  'uid',
  'title',
  'allDay',
] as const;
export type Field = (typeof CLIENT_FIELDS)[number] | (typeof APPOINTMENT_FIELDS)[number];

export const FIELD_LABELS: Record<Field, string> = {
  name: 'Ime i prezime',
  first: 'Ime',
  middle: 'Srednje ime',
  last: 'Prezime',
  phone: 'Telefon',
  email: 'Email',
  city: 'Grad',
  notes: 'Beleška',
  date: 'Datum',
  time: 'Vreme',
  end: 'Kraj',
  duration: 'Trajanje',
  service: 'Usluga',
  technician: 'Radnica',
  price: 'Cena',
  status: 'Status',
  uid: 'Oznaka',
  title: 'Opis termina',
  allDay: 'Ceo dan',
};

/** Headings in Serbian, English, German, French, Italian and Russian, and those of the programs that salons leave. */
const HEADINGS: Record<Field, string> = {
  name:
    'Ime i prezime, Prezime i ime, ImePrezime, Klijent, Klijentkinja, Mušterija, Stranka, Puno ime, Naziv kontakta, Name, Full name, ' +
    'Display name, Contact name, Client, Client name, Customer, Customer name, Kunde, Kundin, Kundenname, Nom, Nom complet, Cliente, ' +
    'Nome cliente, Nome e cognome, Клиент, ФИО, Имя клиента, Имя и фамилия, Ime stranke, Név, Ügyfél',
  first: 'Ime, First name, Given name, Client first name, Vorname, Prénom, Nome, Имя, Keresztnév, First',
  middle: 'Middle name, Additional name, Srednje ime, Zweiter Vorname, Deuxième prénom, Отчество',
  last: 'Prezime, Last name, Family name, Surname, Client last name, Nachname, Familienname, Nom de famille, Cognome, Фамилия, Priimek, Vezetéknév, Last',
  phone:
    'Telefon, Broj telefona, Tel, Mobilni, Mobilni telefon, Mob, Mobitel, Br telefona, Broj, Kontakt telefon, Kontakt, Phone, ' +
    'Phone number, Mobile, Mobile phone, Mobile number, Cell phone, Cell, Phone value, Home phone, Primary phone, Business phone, ' +
    'Other phone, Telephone, Client phone, Customer phone, Client mobile, Telefonnummer, Handy, Handynummer, Mobiltelefon, Rufnummer, ' +
    'Téléphone, Portable, Numéro de téléphone, Telefono, Cellulare, Numero di telefono, Номер телефона, Мобильный, Telefonska številka, Telefonszám',
  email:
    'Email, E-mail, Mejl, Imejl, Mail, Email adresa, Adresa e-pošte, E-pošta, Email address, Email value, Client email, ' +
    'E-Mail-Adresse, Courriel, Adresse e-mail, Indirizzo email, Почта, Электронная почта',
  city: 'Grad, Mesto, Mjesto, City, Home city, Town, Address city, Stadt, Ort, Wohnort, Ville, Città, Город, Kraj, Város',
  notes:
    'Beleška, Beleške, Napomena, Napomene, Bilješka, Komentar, Notes, Note, Comment, Comments, Memo, Client notes, Appointment notes, ' +
    'Description, Notiz, Notizen, Bemerkung, Kommentar, Beschreibung, Remarque, Remarques, Commentaire, Nota, Commento, Комментарий, Заметки, Примечание',
  date:
    'Datum, Dan, Datum i vreme, Termin, Početak, Datum termina, Vreme termina, Date, Day, Start date, Start, Begin, Booked from, ' +
    'Scheduled date, Scheduled on, Appointment date, Appointment, Date and time, Start datetime, Start time and date, Beginn, ' +
    'Beginnt am, Jour, Date de début, Début, Data, Data inizio, Inizio, Дата, Дата и время, Начало, Dátum, Kezdés',
  time:
    'Vreme, Vrijeme, Sat, Vreme početka, U koliko, Time, Start time, Appointment time, Uhrzeit, Zeit, Beginnt um, Heure, ' +
    'Heure de début, Ora, Orario, Ora inizio, Время, Время начала, Čas, Időpont',
  end:
    'Kraj termina, Vreme kraja, Završetak, Do, End, End time, Booked till, Finish, Ende, Endet um, Heure de fin, Fin, Ora fine, Fine, ' +
    'Конец, Время окончания, Vége',
  duration:
    'Trajanje, Minuta, Minuti, Dužina, Duration, Duration min, Length, Minutes, Dauer, Durée, Durata, Длительность, Продолжительность',
  service:
    'Usluga, Usluge, Tretman, Service, Services, Service name, Treatment, Item, Leistung, Leistungen, Behandlung, Dienstleistung, ' +
    'Prestation, Soin, Servizio, Servizi, Trattamento, Услуга, Услуги, Storitev, Szolgáltatás',
  technician:
    'Radnica, Radnik, Zaposleni, Kod koga, Majstor, Frizer, Maniker, Staff, Staff member, Staff name, Staffer, Team member, Employee, ' +
    'Stylist, Technician, Provider, Staff first name, Mitarbeiter, Mitarbeiterin, Employé, Collaborateur, Operatore, Operatrice, ' +
    'Dipendente, Мастер, Сотрудник, Специалист',
  price:
    'Cena, Cijena, Iznos, Ukupno, Price, Amount, Total, Net sales, Gross price, Preis, Betrag, Gesamt, Prix, Montant, Prezzo, Importo, Totale, Цена, Стоимость, Сумма',
  status: 'Status, Stanje, State, Appointment status, Stato, Statut, État, Zustand, Статус, Состояние',
  uid: 'UID, Appt ref, Appointment ID, Booking ID, Appointment ref, Reference',
  title: 'Subject, Summary, Title, Naslov, Betreff, Opis, Objet, Oggetto, Тема, Название',
  allDay: 'All day event, All day, Ceo dan, Ganztägiges Ereignis, Journée entière, Tutto il giorno',
};

/** Reduces a heading such as 'Phone 1 - Value' or 'E-mail Adresa' to its letters. */
const headingKey = (heading: string): string => foldSearch(heading).replace(/\P{L}/gu, '');

const FIELD_OF = new Map<string, Field>(
  (Object.entries(HEADINGS) as [Field, string][]).flatMap(([field, names]) =>
    names.split(',').map((heading) => [headingKey(heading), field] as const),
  ),
);

/** 'Name' beside 'Vorname', and 'Nom' beside 'Prénom', are the surname. */
const SURNAME_BESIDE = new Map([
  ['name', 'vorname'],
  ['nom', 'prenom'],
]);

/** What each heading names; null: something that is not imported. */
export function fieldsOfHeadings(headings: readonly string[], fields: readonly Field[]): (Field | null)[] {
  const keys = headings.map(headingKey);
  return keys.map((key) => {
    const beside = SURNAME_BESIDE.get(key);
    const field = beside && keys.includes(beside) ? 'last' : FIELD_OF.get(key);
    return field && fields.includes(field) ? field : null;
  });
}

export type DateOrder = 'dmy' | 'mdy';

interface Program {
  readonly name: string;
  /** How it writes days with slashes; null: as the device is set. */
  readonly order: DateOrder | null;
  /** Headings that together only this program writes, as letters. */
  readonly headings: readonly string[];
}

const program = (name: string, order: DateOrder | null, headings: string): Program => ({
  name,
  order,
  headings: headings.split(',').map(headingKey),
});

const PROGRAMS: readonly Program[] = [
  program('Fresha', 'dmy', 'Client ID, Full Name, Mobile Number, Accepts Marketing'),
  program('Fresha', 'dmy', 'Appt. ref., Client, Team member'),
  program('Fresha', 'dmy', 'Ref, Client, Team member, Scheduled date'),
  program('Google kontakti', 'dmy', 'Given Name, Family Name, Phone 1 - Value'),
  program('Google kontakti', 'dmy', 'First Name, Last Name, Phone 1 - Value'),
  program('Outlook', null, 'Subject, Start Date, Start Time, Reminder on/off'),
  program('Outlook', null, 'First Name, Last Name, E-mail Address, Mobile Phone'),
  program('Google kalendar', 'mdy', 'Subject, Start Date, Start Time, All Day Event'),
  program('Square', 'mdy', 'Reference ID, First Name, Last Name, Email Address, Phone Number'),
  program('Square', 'mdy', 'Client Name, Service, Staff, Start Time'),
  program('Booksy', null, 'Staffer, Booked from, Booked till'),
  program('Booksy', null, 'First name, Last name, Cell phone'),
  program('Phorest', 'dmy', 'Client First Name, Client Last Name, Staff First Name'),
  program('Phorest', 'dmy', 'Client ID, First Name, Last Name, Mobile'),
];

/** The program that wrote the headings. */
export function programOf(headings: readonly string[]): Pick<Program, 'name' | 'order'> | null {
  const keys = new Set(headings.map(headingKey));
  return PROGRAMS.find((one) => one.headings.every((heading) => keys.has(heading))) ?? null;
}
