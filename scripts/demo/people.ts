export interface DemoService {
  readonly name: string;
  readonly price: number;
  readonly minutes: number | null;
  /** How often clients book the service, relative to the other services. */
  readonly weight: number;
  readonly isAddon?: true;
  readonly return_weeks?: number;
}

export const SERVICES: readonly DemoService[] = [
  { name: 'Gel lak', price: 1800, minutes: 60, weight: 10, return_weeks: 3 },
  { name: 'Klasičan manikir', price: 1200, minutes: 45, weight: 5 },
  { name: 'Izlivanje noktiju', price: 3500, minutes: 120, weight: 6, return_weeks: 3 },
  { name: 'Korekcija izlivenih noktiju', price: 2500, minutes: 90, weight: 8, return_weeks: 3 },
  { name: 'Ojačavanje prirodnih noktiju', price: 2200, minutes: 75, weight: 6, return_weeks: 3 },
  { name: 'Francuski manikir', price: 2000, minutes: 60, weight: 4 },
  { name: 'Ruski manikir', price: 2400, minutes: 90, weight: 3 },
  { name: 'Japanski manikir', price: 1900, minutes: 60, weight: 1 },
  { name: 'Klasičan pedikir', price: 2200, minutes: 60, weight: 4 },
  { name: 'Pedikir sa gel lakom', price: 2800, minutes: 90, weight: 5 },
  { name: 'Spa tretman ruku', price: 1500, minutes: 45, weight: 1 },
  { name: 'Skidanje gela', price: 600, minutes: 30, weight: 0, isAddon: true },
  { name: 'Popravka nokta', price: 300, minutes: 15, weight: 0, isAddon: true },
  { name: 'Ukrašavanje i crtanje', price: 0, minutes: null, weight: 1 },
];

/**
 * The names of the clients. The first is the demo client, whose login is printed at the start. The first nine are the
 * regular clients.
 */
export const CLIENTS: readonly string[] = `
Milica Đurić, Ana Anić, Katarina Pešić, Ljubica Šarac, Teodora Žikić, Bojana Vučković, Snežana Živković,
Ivana Jović, Marta Đukanović, Tijana Ćirić, Dragana Čolić, Nevena Đukić, Jovana Petrović, Jelena Nikolić,
Marija Stojanović, Sanja Ilić, Tamara Pavlović, Nataša Marković, Ivona Đorđević,
Aleksandra Jovanović-Hadžistefanović, Maja Savić, Gordana Popović, Vesna Tomić, Danijela Kostić,
Sofija Lukić, Una Simić, Lena Radović, Mina Obradović, Dunja Bogdanović, Anđela Mišić, Kristina Filipović,
Željka Cvetković, Slađana Ristić, Biljana Mitrović, Svetlana Gajić, Zorica Blagojević, Olivera Stanković,
Nađa Vasić, Hristina Zdravković, Iva Knežević`
  .trim()
  .split(/,\s+/);

export const CITIES = [
  'Novi Sad',
  'Novi Sad',
  'Novi Sad',
  'Petrovaradin',
  'Sremska Kamenica',
  'Futog',
  'Veternik',
] as const;

export const GUESTS: readonly string[] = [
  'Mila Đokić',
  'Sara Panić',
  'Dara Urošević',
  'Nina Babić',
  'Rada Matić',
  'Tea Vidić',
  'Lidija Perić',
  'Jasna Kovač',
];

export const NOTES: readonly string[] = [
  'Želela bih boju višnje, kao prošli put.',
  'Kratki nokti, četvrtast oblik.',
  'Kasnim možda pet minuta.',
  'Molim nešto svetlo, za svadbu.',
  'Imam slomljen nokat na desnoj ruci.',
  'Bez turpijanja po koži, molim.',
];

export const CANCEL_REASONS: readonly string[] = [
  'Razbolela sam se.',
  'Iskrsla mi je obaveza na poslu.',
  'Putujem taj dan.',
  'Dete mi je bolesno.',
  'Ne stižem, izvinjavam se!',
];

export const CLIENT_NOTES: readonly string[] = [
  'Voli tamne tonove. Alergična na acetonski miris.',
  'Dolazi sa ćerkom.',
  'Uvek kasni desetak minuta.',
  'Tanki nokti: samo ojačavanje.',
];
