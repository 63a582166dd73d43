/** What stands around every page: navigation, dialogs, notes about the network, heads of pages. */
export const PAGES = {
  'Usluge i cene salona.': 'The salon’s services and prices.',
  'Usluge i cene: {services}.': 'Services and prices: {services}.',
  'Prijavite se i pogledajte svoje termine.': 'Log in and see your appointments.',
  'Napravite nalog: termine ćete videti, pomerati i otkazivati na jednom mestu.':
    'Create an account: see, move and cancel your appointments in one place.',
  'Postavite novu lozinku za svoj nalog.': 'Set a new password for your account.',
  'Za zakazivanje je potreban JavaScript. Uključite ga ili pozovite salon.':
    'Booking needs JavaScript. Turn it on or call the salon.',
  'Za zakazivanje je potreban JavaScript. Uključite ga ili pozovite salon: {phone}.':
    'Booking needs JavaScript. Turn it on or call the salon: {phone}.',
  'Zakazivanje termina u salonu: izaberite dan i vreme koje vam odgovara.':
    'Book an appointment at the salon: choose the day and time that suit you.',
  'Stranica se nije učitala do kraja. Osvežite je ili pozovite salon.':
    'The page has not loaded completely. Refresh it or call the salon.',
  'Novo obaveštenje': 'New notification',
  Jezik: 'Language',
  'Na ovom jeziku stižu i podsetnici. Tekstovi salona ostaju kako su napisani.':
    'Reminders come in this language too. Texts written by the salon stay as they are.',
  Početna: 'Home',
  Usluge: 'Services',
  'Naši radovi': 'Our work',
  'Zakažite termin': 'Book an appointment',
  Prijava: 'Log in',
  Registracija: 'Sign up',
  'Nova lozinka': 'New password',
  Cenovnik: 'Price list',
  Zakaži: 'Book',
  'Moji termini': 'My appointments',
  'Greška pri čuvanju podataka.': 'Your changes could not be saved.',
  'Lepi nokti, bez čekanja.': 'Beautiful nails, no waiting.',
  'Izaberite dan i vreme koje vam odgovara. Rezervacija traje kraće od minuta.':
    'Choose the day and time that suit you. Booking takes less than a minute.',
  // Navigation and titles of pages
  Navigacija: 'Navigation',
  Pozovi: 'Call',
  'Zakaži termin': 'Book an appointment',
  Vaučer: 'Voucher',
  'Preskoči na sadržaj': 'Skip to content',
  'Kontakt telefon': 'Phone number',
  'Pozovi {phone}': 'Call {phone}',
  'Salon još nije upisao telefon.': 'The salon has not added a phone number yet.',
  // Loading, failures and the network
  'Učitavanje…': 'Loading…',
  'Učitaj još': 'Load more',
  'Pokušaj ponovo': 'Try again',
  'Nema mreže.': 'No internet connection.',
  'Nema veze sa salonom.': 'The salon cannot be reached.',
  'Čim se vrati, stranica se osvežava sama.': 'The page will refresh by itself once the connection is back.',
  'Prikazaće se čim se veza vrati.': 'This will appear once the connection is back.',
  'Prikazaće se čim se prijavite.': 'This will appear once you log in.',
  'Nešto nije u redu.': 'Something went wrong.',
  'Osvežite stranicu. Ako se ponovi, pozovite salon.':
    'Please refresh the page. If it happens again, call the salon.',
  'Osveži stranicu': 'Refresh the page',
  'Usluge nisu učitane. Pokušajte ponovo.': 'The services could not be loaded. Please try again.',
  'Ovaj prozor ne čuva fajlove. Otvorite stranicu u pregledaču: dugme sa tri tačke, pa „Otvori u pregledaču“.':
    'This window cannot save files. Open the page in your browser: the button with three dots, then “Open in browser”.',
  // Dialogs and forms
  Zatvori: 'Close',
  Sačuvaj: 'Save',
  Odustani: 'Back',
  Otkaži: 'Cancel',
  Obriši: 'Delete',
  Još: 'More',
  Potvrda: 'Please confirm',
  'Odbaciti ono što ste upisali?': 'Discard what you have typed?',
  'Nastavi unos': 'Keep editing',
  Odbaci: 'Discard',
  '(nije obavezno)': '(optional)',
  '{count} puta': '{count} times',
  'Skloni poruku': 'Dismiss message',
  'Pravila salona': 'Salon rules',
  'Prihvatam pravila salona': 'I accept the salon rules',
  Ukupno: 'Total',
} as const;
