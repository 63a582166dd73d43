/** Mails, pushes, notifications and calendar files. */
export const TOLD = {
  'Termin je otkazan': 'Your appointment is cancelled',
  '{when}, usluga „{service}“': '{when}, {service}',
  'Vaš termin {day} pomeren je sa {from} na {to}.':
    'Your appointment on {day} was moved from {from} to {to}.',
  'Vaš termin {when} pomeren je na {to}.': 'Your appointment on {when} was moved to {to}.',
  'Vaš termin {day} premešten je sa {from} na {to}.':
    'Your appointment on {day} was rescheduled from {from} to {to}.',
  'Vaš termin {when} premešten je na {to}.': 'Your appointment on {when} was rescheduled to {to}.',
  'Vaš termin {when} produžen je sa {from} na {to}: {times}.':
    'Your appointment on {when} was extended from {from} to {to}: {times}.',
  'Vaš termin {when} skraćen je sa {from} na {to}: {times}.':
    'Your appointment on {when} was shortened from {from} to {to}: {times}.',
  'Za vaš termin {when} izabrana je usluga „{service}“.':
    '“{service}” was chosen for your appointment on {when}.',
  'Za vaš termin {when} više nije izabrana usluga „{before}“.':
    '“{before}” is no longer part of your appointment on {when}.',
  'Za vaš termin {when} usluga „{before}“ promenjena je u „{service}“.':
    'The service for your appointment on {when} changed from “{before}” to “{service}”.',
  'Salon vas je upisao za {visit}.': 'The salon booked you in for {visit}.',
  'Za {visit}.': 'For {visit}.',
  'Termin {when} više nije vaš.': 'The appointment on {when} is no longer yours.',
  'Vaš termin {when} dodeljen je drugoj klijentkinji.':
    'Your appointment on {when} was given to another client.',
  'Vaš termin {when} je otkazan na vaš zahtev.': 'Your appointment on {when} was cancelled at your request.',
  'Salon je otkazao vaš termin {when}.': 'The salon cancelled your appointment on {when}.',
  'Salon je oslobodio vaš termin {when}. Više nije rezervisan za vas.':
    'The salon released your appointment on {when}. It is no longer reserved for you.',
  'Stigla je kapara od {amount} din za vaš termin {when}.':
    'We received the deposit of {amount} RSD for your appointment on {when}.',
  'Salon je potvrdio vaš termin {visit}.': 'The salon confirmed your appointment on {visit}.',
  'Podsećamo vas na termin {visit}.': 'A reminder of your appointment on {visit}.',
  'Salon kasni: očekujemo vas oko {clock}.': 'We are running late: please come at about {clock}.',
  'Oslobodio se termin {day}, {times}.': 'A time has opened up on {day}, {times}.',
  '{day}, {times}.': '{day}, {times}.',
  'Vreme je za novi termin. Izaberite dan i sat koji vam odgovaraju.':
    'It is time for your next appointment. Choose a day and time that suit you.',
  'Vreme je za novi termin, usluga „{service}“. Izaberite dan i sat koji vam odgovaraju.':
    'It is time for your next appointment: {service}. Choose a day and time that suit you.',
  'Novo vreme sledećih: {times}.': 'The new times of the next ones: {times}.',
  'Isto važi i za: {times}.': 'The same goes for: {times}.',
  'Isti termin za {weeks} je slobodan: {when}.': 'The same time in {weeks} is free: {when}.',
  'Podsetnik za termin': 'Appointment reminder',
  'Podsetnik: {when}': 'Reminder: {when}',
  'Dobar dan, {name}!': 'Hello {name},',
  'Dobar dan!': 'Hello,',
  '{amount} din, do {until}. Ako ne stigne, termin se oslobađa.':
    '{amount} RSD by {until}. If it does not arrive, the time is given to others.',
  'Ove poruke možete isključiti u profilu („Obaveštenja na email“): {address}':
    'You can turn these messages off in your profile (“Notifications by email”): {address}',
  'Ove poruke isključujete u profilu („Podsetnik za novi termin“): {address}':
    'You can turn these messages off in your profile (“Reminder to book again”): {address}',
  'Moj termin': 'My appointment',
  'Termin je pomeren: {when}': 'Appointment moved: {when}',
  'Zahtev je poslat: {when}': 'Request sent: {when}',
  'Termin je potvrđen: {when}': 'Appointment confirmed: {when}',
  'Termin je potvrđen.': 'Your appointment is confirmed.',
  'Termin je rezervisan: {when}': 'Appointment booked: {when}',
  Kada: 'When',
  'Preko ovog linka možete da ga potvrdite, pomerite ili otkažete.':
    'Use this link to confirm, move or cancel it.',
  'Preko ovog linka možete da ga vidite, otkažete ili dodate u kalendar.':
    'Use this link to see it, cancel it or add it to your calendar.',
  'Zatražili ste novu lozinku. Link važi {minutes} minuta i može se upotrebiti jednom.':
    'You asked for a new password. The link works for {minutes} minutes and only once.',
  'Ako niste vi, zanemarite ovu poruku: lozinka ostaje ista.':
    'If it was not you, ignore this message: your password stays the same.',
  'Izaberi novu lozinku': 'Choose a new password',
  'Email adresa vašeg naloga je promenjena.': 'The email address of your account was changed.',
  'Lozinka vašeg naloga je promenjena.': 'The password of your account was changed.',
  'Vaš nalog je obrisan.': 'Your account was deleted.',
  'Salon je spojio vaš nalog sa vašim drugim nalogom.':
    'The salon merged your account with your other account.',
  'Ovom adresom se više ne prijavljujete. Ako to nije u redu, pozovite salon.':
    'You no longer log in with this address. If that is not right, call the salon.',
  'Ako to niste bili vi, odmah pozovite salon.': 'If it was not you, call the salon at once.',
  'Telefon salona: {phone}': 'Salon phone: {phone}',
  'Termin je zakazan: {datum} u {vreme}, {usluga}. Radujemo se vašem dolasku! {salon} {link}':
    'Your appointment is booked: {datum} at {vreme}, {usluga}. We look forward to seeing you! {salon} {link}',
  'Podsećamo vas na termin: {datum} u {vreme}, {usluga}. Dolazite? Potvrdite ovde: {link} {salon}':
    'A reminder of your appointment: {datum} at {vreme}, {usluga}. Are you coming? Confirm here: {link} {salon}',
  'Vaš termin je pomeren: {datum} u {vreme}, {usluga}. {salon} {link}':
    'Your appointment was moved: {datum} at {vreme}, {usluga}. {salon} {link}',
  'Kasnimo oko {minuta} min. Očekujemo vas oko {vreme}. Hvala na strpljenju! {salon}':
    'We are running about {minuta} min late. Please come at about {vreme}. Thank you for your patience! {salon}',
  'Nažalost, moramo da otkažemo termin: {datum} u {vreme}. Novi možete izabrati ovde: {link} {salon}':
    'Unfortunately we have to cancel your appointment: {datum} at {vreme}. You can choose a new one here: {link} {salon}',
  'Oslobodio se termin: {datum} u {vreme}. Rezervišite ga ovde: {link} {salon}':
    'A time has opened up: {datum} at {vreme}. Book it here: {link} {salon}',
  'Dobar dan, {ime}! Vreme je za sledeći termin: {usluga}. Dan i vreme izaberite ovde: {link} {salon}':
    'Hello {ime}! It is time for your next appointment: {usluga}. Choose a day and time here: {link} {salon}',
  'Hvala što ste došli! Ako imate minut, napišite nam utisak: {link} {salon}':
    'Thank you for coming! If you have a minute, tell us how it was: {link} {salon}',
} as const;
