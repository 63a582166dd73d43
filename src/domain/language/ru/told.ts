import type { TOLD as ENGLISH } from '../en/told.ts';

export const TOLD = {
  'Termin je otkazan': 'Запись отменена',
  '{when}, usluga „{service}“': '{when}, «{service}»',
  'Vaš termin {day} pomeren je sa {from} na {to}.': 'Ваша запись на {day} перенесена с {from} на {to}.',
  'Vaš termin {when} pomeren je na {to}.': 'Ваша запись на {when} перенесена на {to}.',
  'Vaš termin {day} premešten je sa {from} na {to}.':
    'Время вашей записи на {day} изменено с {from} на {to}.',
  'Vaš termin {when} premešten je na {to}.': 'Время вашей записи на {when} изменено на {to}.',
  'Vaš termin {when} produžen je sa {from} na {to}: {times}.':
    'Ваша запись на {when} стала длиннее, было {from}, теперь {to}: {times}.',
  'Vaš termin {when} skraćen je sa {from} na {to}: {times}.':
    'Ваша запись на {when} стала короче, было {from}, теперь {to}: {times}.',
  'Za vaš termin {when} izabrana je usluga „{service}“.':
    'Для вашей записи на {when} выбрана услуга «{service}».',
  'Za vaš termin {when} više nije izabrana usluga „{before}“.':
    'Услуга «{before}» больше не входит в вашу запись на {when}.',
  'Za vaš termin {when} usluga „{before}“ promenjena je u „{service}“.':
    'В вашей записи на {when} услуга «{before}» заменена на «{service}».',
  'Salon vas je upisao za {visit}.': 'Салон записал вас на {visit}.',
  'Za {visit}.': 'На {visit}.',
  'Termin {when} više nije vaš.': 'Запись на {when} больше не ваша.',
  'Vaš termin {when} dodeljen je drugoj klijentkinji.': 'Ваше время {when} отдано другой клиентке.',
  'Vaš termin {when} je otkazan na vaš zahtev.': 'Ваша запись на {when} отменена по вашей просьбе.',
  'Salon je otkazao vaš termin {when}.': 'Салон отменил вашу запись на {when}.',
  'Salon je oslobodio vaš termin {when}. Više nije rezervisan za vas.':
    'Салон освободил ваше время {when}. Оно больше не забронировано за вами.',
  'Stigla je kapara od {amount} din za vaš termin {when}.':
    'Мы получили предоплату {amount} дин. за вашу запись на {when}.',
  'Salon je potvrdio vaš termin {visit}.': 'Салон подтвердил вашу запись на {visit}.',
  'Podsećamo vas na termin {visit}.': 'Напоминаем о вашей записи на {visit}.',
  'Salon kasni: očekujemo vas oko {clock}.': 'Мы немного задерживаемся: ждём вас около {clock}.',
  'Oslobodio se termin {day}, {times}.': 'Освободилось время {day}, {times}.',
  '{day}, {times}.': '{day}, {times}.',
  'Vreme je za novi termin. Izaberite dan i sat koji vam odgovaraju.':
    'Пора записаться снова. Выберите удобные день и время.',
  'Vreme je za novi termin, usluga „{service}“. Izaberite dan i sat koji vam odgovaraju.':
    'Пора записаться снова: «{service}». Выберите удобные день и время.',
  'Novo vreme sledećih: {times}.': 'Новое время следующих записей: {times}.',
  'Isto važi i za: {times}.': 'То же касается: {times}.',
  'Isti termin za {weeks} je slobodan: {when}.': 'То же время через {weeks} свободно: {when}.',
  'Podsetnik za termin': 'Напоминание о записи',
  'Podsetnik: {when}': 'Напоминание: {when}',
  'Dobar dan, {name}!': 'Здравствуйте, {name}!',
  'Dobar dan!': 'Здравствуйте!',
  '{amount} din, do {until}. Ako ne stigne, termin se oslobađa.':
    '{amount} дин. до {until}. Если предоплата не придёт, время освободится.',
  'Ove poruke možete isključiti u profilu („Obaveštenja na email“): {address}':
    'Эти письма можно отключить в профиле («Уведомления на email»): {address}',
  'Ove poruke isključujete u profilu („Podsetnik za novi termin“): {address}':
    'Эти письма можно отключить в профиле («Напоминание о новой записи»): {address}',
  'Moj termin': 'Моя запись',
  'Termin je pomeren: {when}': 'Запись перенесена: {when}',
  'Zahtev je poslat: {when}': 'Заявка отправлена: {when}',
  'Termin je potvrđen: {when}': 'Запись подтверждена: {when}',
  'Termin je potvrđen.': 'Запись подтверждена.',
  'Termin je rezervisan: {when}': 'Вы записаны: {when}',
  Kada: 'Когда',
  'Preko ovog linka možete da ga potvrdite, pomerite ili otkažete.':
    'По этой ссылке её можно подтвердить, перенести или отменить.',
  'Preko ovog linka možete da ga vidite, otkažete ili dodate u kalendar.':
    'По этой ссылке её можно посмотреть, отменить или добавить в календарь.',
  'Zatražili ste novu lozinku. Link važi {minutes} minuta i može se upotrebiti jednom.':
    'Вы запросили новый пароль. Ссылка действует {minutes} минут и только один раз.',
  'Ako niste vi, zanemarite ovu poruku: lozinka ostaje ista.':
    'Если это были не вы, не обращайте внимания на это письмо: пароль останется прежним.',
  'Izaberi novu lozinku': 'Выбрать новый пароль',
  'Email adresa vašeg naloga je promenjena.': 'Email вашего аккаунта изменён.',
  'Lozinka vašeg naloga je promenjena.': 'Пароль вашего аккаунта изменён.',
  'Vaš nalog je obrisan.': 'Ваш аккаунт удалён.',
  'Salon je spojio vaš nalog sa vašim drugim nalogom.':
    'Салон объединил ваш аккаунт с другим вашим аккаунтом.',
  'Ovom adresom se više ne prijavljujete. Ako to nije u redu, pozovite salon.':
    'С этим адресом больше нельзя войти. Если что-то не так, позвоните в салон.',
  'Ako to niste bili vi, odmah pozovite salon.': 'Если это были не вы, сразу позвоните в салон.',
  'Telefon salona: {phone}': 'Телефон салона: {phone}',
  'Termin je zakazan: {datum} u {vreme}, {usluga}. Radujemo se vašem dolasku! {salon} {link}':
    'Вы записаны: {datum} в {vreme}, {usluga}. Будем рады вас видеть! {salon} {link}',
  'Podsećamo vas na termin: {datum} u {vreme}, {usluga}. Dolazite? Potvrdite ovde: {link} {salon}':
    'Напоминаем о вашей записи: {datum} в {vreme}, {usluga}. Вы придёте? Подтвердите здесь: {link} {salon}',
  'Vaš termin je pomeren: {datum} u {vreme}, {usluga}. {salon} {link}':
    'Ваша запись перенесена: {datum} в {vreme}, {usluga}. {salon} {link}',
  'Kasnimo oko {minuta} min. Očekujemo vas oko {vreme}. Hvala na strpljenju! {salon}':
    'Мы задерживаемся примерно на {minuta} мин. Ждём вас около {vreme}. Спасибо за терпение! {salon}',
  'Nažalost, moramo da otkažemo termin: {datum} u {vreme}. Novi možete izabrati ovde: {link} {salon}':
    'К сожалению, нам придётся отменить вашу запись: {datum} в {vreme}. Выбрать новое время можно здесь: {link} {salon}',
  'Oslobodio se termin: {datum} u {vreme}. Rezervišite ga ovde: {link} {salon}':
    'Освободилось время: {datum} в {vreme}. Записаться можно здесь: {link} {salon}',
  'Dobar dan, {ime}! Vreme je za sledeći termin: {usluga}. Dan i vreme izaberite ovde: {link} {salon}':
    'Здравствуйте, {ime}! Пора записаться снова: {usluga}. День и время можно выбрать здесь: {link} {salon}',
  'Hvala što ste došli! Ako imate minut, napišite nam utisak: {link} {salon}':
    'Спасибо, что пришли! Если есть минутка, напишите нам отзыв: {link} {salon}',
} satisfies Record<keyof typeof ENGLISH, string>;
