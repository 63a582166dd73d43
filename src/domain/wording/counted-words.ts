/** Words with their forms after numbers, for screens that load later: numbers.ts is in the first load of each public page. */
import type { CountedWord } from './numbers.ts';

export const APPOINTMENTS: CountedWord = 'termin|termina|termina';
/** Appointments whose people have said that they come: '1 potvrđen', '3 potvrđena'. */
export const CONFIRMED: CountedWord = 'potvrđen|potvrđena|potvrđenih';
export const WEEKS: CountedWord = 'nedelja|nedelje|nedelja';
export const SERVICES: CountedWord = 'usluga|usluge|usluga';
export const TEMPLATES: CountedWord = 'šablon|šablona|šablona';

/** The number of people on the waitlist: '1 čeka', '3 čekaju', '5 čeka'. */
export const WAITING: CountedWord = 'čeka|čekaju|čeka';

/** The number of no-shows: '1 nedolazak', '3 nedolaska'. */
export const NO_SHOWS: CountedWord = 'nedolazak|nedolaska|nedolazaka';

/** The label of the button that imports clients: 'Uvezi 1 klijentkinju', 'Uvezi 187 klijentkinja'. */
export const CLIENTS_ADDED: CountedWord = 'klijentkinju|klijentkinje|klijentkinja';
export const PEOPLE: CountedWord = 'osoba|osobe|osoba';
export const FILE_ROWS: CountedWord = 'red|reda|redova';
