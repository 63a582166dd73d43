import type { WORDING as ENGLISH } from '../en/wording.ts';

export const WORDING = {
  danas: 'сегодня',
  sutra: 'завтра',
  juče: 'вчера',
  '{day} u {clock}': '{day} в {clock}',
  '{day} do {clock}': '{day} до {clock}',
  'Vidimo se {day}.': 'Ждём вас {day}.',
  'Dobro jutro': 'Доброе утро',
  'Dobar dan': 'Добрый день',
  'Dobro veče': 'Добрый вечер',
  Salon: 'Салон',
  '{who} ne radi {first} i {day}.': '{who} не работает {first} и {day}.',
  '{who} ne radi {day}.': '{who} не работает {day}.',
  '{who} ne radi od {from} do {to}.': '{who} не работает с {from} по {to}.',
  'Kod koga: {name}': 'Мастер: {name}',
  '{text} (radnica: {name})': '{text} (мастер: {name})',
  'za: {name}': 'для: {name}',
  'Bez usluge za sada': 'Пока без услуги',
  'usluga po dogovoru': 'услуга по договорённости',
  'Možete ga pomeriti ili otkazati najkasnije {move} h ranije.':
    'Перенести или отменить запись можно не позднее чем за {move} ч.',
  'Možete ga pomeriti najkasnije {move} h, a otkazati najkasnije {cancel} h ranije.':
    'Перенести запись можно не позднее чем за {move} ч, отменить — за {cancel} ч.',
  'Možete ga pomeriti najkasnije {move} h ranije.': 'Перенести запись можно не позднее чем за {move} ч.',
  'Možete ga otkazati najkasnije {cancel} h ranije.': 'Отменить запись можно не позднее чем за {cancel} ч.',
  '{clock}, oko {minutes} min': '{clock}, около {minutes} мин',
  'Usluga traje {service} min, a termin {slot} min.':
    'Услуга занимает {service} мин, а свободно только {slot} мин.',
  'Usluge traju {service} min, a termin {slot} min.':
    'Услуги занимают {service} мин, а свободно только {slot} мин.',
  'Termin je prekratak: salon mora prvo da potvrdi.':
    'Времени не хватает: сначала салон должен подтвердить запись.',
  'od {sum}': 'от {sum}',
  'premalo vremena': 'мало времени',
  'Još ne znam uslugu': 'Пока не знаю, что выбрать',
  'Možete je izabrati i kasnije': 'Услугу можно выбрать и позже',
  '{hours} h': '{hours} ч',
  'još {time}': 'ещё {time}',
  'vraća se ako otkažete najkasnije {hours} ranije': 'вернётся, если отменить не позднее чем за {hours}',
  'vraća se ako otkažete pre početka': 'вернётся, если отменить до начала',
  'Salon potvrđuje do {when}': 'Салон ответит, самое позднее {when}',
  'Salon potvrđuje termin, najkasnije {when}.': 'Салон подтвердит запись, самое позднее {when}.',
  'Vaš vaučer: preostalo {amount} din, važi do {day}':
    'Ваш сертификат: осталось {amount} дин., действует до {day}',
  'Vaš paket: preostalo {visits}, važi do {day}': 'Ваш пакет: осталось {visits}, действует до {day}',
  'manje od 1 minuta': 'минуту',
  '{list} i {last}': '{list} и {last}',
  'Termin je završen': 'Запись завершена',
  'U toku (još {time})': 'Сейчас идёт (ещё {time})',
  'Termin za {time}': 'Запись через {time}',
  Otkazan: 'Отменена',
  'puno mesta': 'много мест',
  'još malo': 'мало мест',
  popunjeno: 'занято',
  telefonom: 'по телефону',
  'ne radi': 'закрыто',
  Prepodne: 'Утро',
  Popodne: 'День',
  'Cena na upit': 'Цена по запросу',
  'Trajanje po dogovoru': 'Длительность по договорённости',
  '{minutes} min': '{minutes} мин',
  '{amount} din': '{amount} дин.',
  'Podsećamo vas na termin: {what}. Dolazite? Potvrdite ovde: {link}':
    'Напоминаем о записи: {what}. Придёте? Подтвердите здесь: {link}',
  'Nažalost, moramo da otkažemo termin: {what}. Novi termin: {link}':
    'К сожалению, нам приходится отменить запись: {what}. Новая запись: {link}',
  'Vaš termin je pomeren: {what}. {link}': 'Ваша запись перенесена: {what}. {link}',
  'Kapara nije stigla, termin je oslobođen: {what}. Novi termin: {link}':
    'Предоплата не поступила, время освобождено: {what}. Новая запись: {link}',
  'Termin je potvrđen: {what}. {link}': 'Запись подтверждена: {what}. {link}',
  'Salon ne može da vas primi: {what}. Drugo vreme: {link}':
    'Салон не может вас принять: {what}. Другое время: {link}',
  'Salon nije potvrdio termin na vreme: {what}. Drugo vreme: {link}':
    'Салон не подтвердил запись вовремя: {what}. Другое время: {link}',
  'Salon kasni: očekujemo vas oko {clock}. Hvala na strpljenju! {link}':
    'Мы немного задерживаемся: ждём вас около {clock}. Спасибо за терпение! {link}',
  'Salon ne može da vas primi u tom terminu.': 'Салон не может принять вас в это время.',
  'Salon nije potvrdio termin na vreme.': 'Салон не подтвердил запись вовремя.',
  'Kapara nije uplaćena.': 'Предоплата не внесена.',
  'Nestanak struje': 'Нет электричества',
} satisfies Record<keyof typeof ENGLISH, string>;
