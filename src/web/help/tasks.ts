import { paths } from '../lib/routing/paths.ts';

export interface Task {
  /** The task's id, which is also the prefix of its pictures: `<id>-1.webp` to `<id>-3.webp`. */
  readonly id: string;
  readonly title: string;
  readonly steps: readonly [string, string, string];
  readonly button: { readonly to: string; readonly label: string };
}

/** The owner's tasks, three steps each. `scripts/pictures/walks.ts` performs the steps and takes the pictures. */
export const TASKS: readonly Task[] = [
  {
    id: 'poziv',
    title: 'Klijentkinja zove da zakaže',
    steps: [
      'Dodirnite + na dnu i upišite početak imena ili broj telefona. Njena uobičajena usluga je već izabrana.',
      'Dodirnite jedno od prvih vremena koja odgovaraju usluzi, ili izaberite dan i vreme ispod njih. Za svako drugo dodirnite „Drugo vreme“.',
      'Dodirnite „Upiši“ sa danom i vremenom. Ona dobija obaveštenje, a vi tekst spreman za Viber ili SMS.',
    ],
    button: { to: paths.booking, label: 'Zakaži termin' },
  },
  {
    id: 'otkazivanje',
    title: 'Klijentkinja otkazuje',
    steps: [
      'Otvorite njen termin na početnoj strani ili u kalendaru i dodirnite „Otkaži termin“.',
      'Izaberite ko otkazuje i zašto. Razlog dodirnite, ne morate da ga kucate.',
      'Ostavite uključeno „Ponudi termin ponovo“: klijentkinje koje čekaju dobijaju obaveštenje, gošće zovete vi.',
    ],
    button: { to: paths.appointments, label: 'Otvori termine' },
  },
  {
    id: 'pomeranje',
    title: 'Pomeranje termina',
    steps: [
      'U kalendaru zadržite prst na terminu i prevucite ga, ili ga dodirnite i izaberite „Pomeri“.',
      'Izaberite slobodno vreme te nedelje, ili „Drugo vreme“ za bilo koji dan. Ako je zauzeto, videćete ko ga ima.',
      'Sačuvajte. Klijentkinja dobija obaveštenje o novom vremenu.',
    ],
    button: { to: paths.adminCalendar, label: 'Otvori kalendar' },
  },
  {
    id: 'ponavljanje',
    title: 'Ponavljanje termina',
    steps: [
      'Otvorite njen termin i dodirnite „Ponavljaj“. Isto stoji i kod novog termina.',
      'Izaberite na koliko nedelja i koliko puta. Za svaki termin piše šta će biti; za zauzet izaberite drugo vreme.',
      'Dodirnite „Upiši“. Kada kasnije pomerate ili otkazujete, birate da li važi i za sve sledeće.',
    ],
    button: { to: paths.adminCalendar, label: 'Kalendar' },
  },
  {
    id: 'dolazak',
    title: 'Klijentkinja nije došla',
    steps: [
      'Kada termin počne, otvorite ga: na početnoj strani ili u kalendaru.',
      'Na pitanje „Da li je došla?“ dodirnite „Nije došla“.',
      'Kada sledeći put zakazuje, vidite koliko puta nije došla. U podešavanjima birate posle koliko puta mora da pozove.',
    ],
    button: { to: `${paths.adminSettings}?deo=zakazivanje`, label: 'Pravila zakazivanja' },
  },
  {
    id: 'naplata',
    title: 'Naplata i zaključenje dana',
    steps: [
      'U podešavanjima, pod „Kapara i naplata“, uključite „Beleži naplatu“. Lunula ne izdaje fiskalni račun: izdajete ga kao i do sada.',
      'Posle „Došla“ iznos je već upisan. Izaberite gotovinu, karticu ili IPS (klijentkinja skenira kod) i dodirnite „Naplaćeno“.',
      'Uveče u „Kasi“ upišite koliko ste izbrojali. Vidite razliku i dodirnete „Zaključi dan“.',
    ],
    button: { to: `${paths.adminSettings}?deo=naplata`, label: 'Uključi naplatu' },
  },
  {
    id: 'kapara',
    title: 'Kapara sa IPS QR kodom',
    steps: [
      'Kada je naplata uključena, izaberite ko plaća kaparu i koliko, i upišite račun na koji stiže.',
      'Termin je odmah njen, a na njemu su iznos, rok i kod. Skenira ga bankom ili sačuva sliku. Bez uplate se termin posle roka oslobađa.',
      'Kada banka javi uplatu, nađite je po pozivu na broj i dodirnite „Primljeno“. Račun za avans, ako treba, izdajete vi.',
    ],
    button: { to: `${paths.adminSettings}?deo=naplata`, label: 'Podesi kaparu' },
  },
  {
    id: 'poruka',
    title: 'Potvrda i podsetnik na Viber ili SMS',
    steps: [
      'Otvorite termin. Pored imena su Pozovi, SMS, Viber i WhatsApp.',
      'Izaberite tekst: potvrda, podsetnik, pomeren ili otkazan. Ime, dan i vreme se upisuju automatski.',
      'Svoje rečenice za svaku poruku pišete jednom, u podešavanjima.',
    ],
    button: { to: `${paths.adminSettings}?deo=poruke`, label: 'Tekst poruka' },
  },
  {
    id: 'radovi',
    title: 'Slike i saglasnost klijentkinje',
    steps: [
      'Kada termin počne, otvorite ga i kod „Rezultat“ dodajte sliku. Vidi je samo salon: ni klijentkinje, ni pretraživači.',
      'Pitajte je pre objavljivanja. Tek kada pristane, otvorite sliku, dodirnite „Dodaj u radove“ i potvrdite saglasnost. Čuva se ko je i kada potvrdio.',
      'Ako se predomisli, u „Uslugama“, na kartici „Naši radovi“, dodirnite „Ukloni“. Sa strane nestaje odmah, na uređajima koji su je videli za sat.',
    ],
    button: { to: `${paths.adminServices}?tab=radovi`, label: 'Naši radovi' },
  },
  {
    id: 'cekaju',
    title: 'Ko čeka slobodan termin',
    steps: [
      'Kada neko čeka, broj stoji iznad dana u kalendaru i na vrhu strane „Termini“.',
      'Klijentkinje dobijaju obaveštenje čim se dan oslobodi. Gošće zovete vi.',
      'Dodirnite „Upiši“ i izaberite vreme: upisana je i više ne čeka.',
    ],
    button: { to: paths.adminWaitlist, label: 'Ko čeka' },
  },
  {
    id: 'vreme',
    title: 'Kome je vreme da ponovo dođe',
    steps: [
      'Na strani „Klijenti“ otvorite „Vreme je“: klijentkinje koje bi obično već došle, a nemaju zakazan termin.',
      'Dodirnite SMS, Viber ili WhatsApp. Poruka sa imenom i linkom je spremna, vi je šaljete.',
      'Dodirnite „Javljeno“: sledeće 3 nedelje nije na spisku. Ko ne želi poruke, za nju izaberite „Ne podsećaj“.',
    ],
    button: { to: paths.adminDue, label: 'Vreme je' },
  },
  {
    id: 'kartica',
    title: 'Nađite klijentkinju i njenu belešku',
    steps: [
      'Na strani „Klijenti“ ukucajte ime ili bilo koji deo broja telefona. Tu su svi, i oni bez naloga.',
      'Dodirnite ime: posete, iznosi, sledeći termin i sve što ste o njoj zapisali.',
      'Belešku vidite samo vi. Šta piše „Za sve u salonu“, na primer alergiju, vide i radnice kada otvore termin.',
    ],
    button: { to: paths.adminClients, label: 'Klijenti' },
  },
  {
    id: 'nedelja',
    title: 'Nedelje koje se otvaraju same',
    steps: [
      'Na kartici „Šabloni“ dodajte termine jednog dana.',
      'Kopirajte dan na ostale dane u nedelji.',
      'Uključite „Automatski otvaraj nove nedelje“: nove nedelje se otvaraju same, a ono što obrišete ostaje obrisano.',
    ],
    button: { to: `${paths.adminAppointments}?tab=sabloni`, label: 'Otvori šablone' },
  },
  {
    id: 'odmor',
    title: 'Godišnji odmor i slobodni dani',
    steps: [
      'Izaberite prvi i poslednji dan. Odmah vidite ko je tada zakazan.',
      'Pomerite jednu po jednu, ili dodirnite „Otkaži sve i javi“.',
      'Svaka klijentkinja dobija svoje obaveštenje, a gošće koje treba pozvati ostaju na spisku.',
    ],
    button: { to: paths.adminAbsences, label: 'Dodaj odsustvo' },
  },
  {
    id: 'link',
    title: 'Podelite link salona',
    steps: [
      'U podešavanjima otvorite „Link i QR kod“.',
      'Link kopirajte u opis na Instagramu ili pošaljite porukom.',
      'QR kod odštampajte i stavite na vrata ili sto. Ko ga skenira, zakazuje bez naloga.',
    ],
    button: { to: `${paths.adminSettings}?deo=link`, label: 'Link i QR kod' },
  },
  {
    id: 'telefon',
    title: 'Salon na početnom ekranu i obaveštenja',
    steps: [
      'Otvorite salon na telefonu. U meniju pregledača, na iPhone-u pod „Deli“, izaberite „Dodaj na početni ekran“.',
      'Otvorite ga odatle. U podešavanjima, pod „Obaveštenja“, dodirnite „Uključi obaveštenja“ i dozvolite ih.',
      'Upišite kada želite jutarnji pregled: koliko je termina i kada je prvi. Bez mreže vidite poslednje sačuvane termine.',
    ],
    button: { to: `${paths.adminSettings}?deo=obavestenja`, label: 'Obaveštenja' },
  },
];
