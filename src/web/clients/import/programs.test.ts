// Files as other programs write them.
import { describe, expect, test } from 'vitest';
import { peopleOf, visitsOf } from '#domain/imports/rows.ts';
import { decodeText, type FileReading, readText } from './read-file.ts';

const reading = (subject: FileReading['subject']): FileReading => ({
  subject,
  now: '2026-11-17 11:20:00',
  timeZone: 'Europe/Belgrade',
});

/** Each person as 'name|phone|email|city|notes', with what was left out. */
function people(text: string) {
  const read = readText(text, reading('clients'));
  const found = 'table' in read ? peopleOf(read.table) : 'people' in read ? read.people : [];
  return {
    program: 'table' in read ? read.table.program : null,
    people: found.map(({ cells, said }) => {
      const { name, phone, email, city, notes } = cells;
      return [name, phone, email, city, notes, ...said].join('|').replace(/\|+$/, '');
    }),
  };
}

describe('clients', () => {
  test.each<[string, string | null, string, readonly string[]]>([
    [
      'Fresha',
      'Fresha',
      `Client ID,First Name,Last Name,Full Name,Blocked,Block Reason,Gender,Mobile Number,Telephone,Email,Accepts Marketing,Accepts SMS Marketing,Address,Apartment Suite,Area,City,State,Post Code,Date of Birth,Added,Note,Referral Source
101,Ana,Anić,Ana Anić,No,,Female,+381 64 1234567,,ana@primer.rs,Yes,Yes,Cara Dušana 1,,,Novi Sad,,21000,,2024-01-15,Alergija na akril,Walk-In
102,Mira,,Mira,No,,Female,,021 456 789,,No,No,,,,,,,,2024-02-01,,`,
      ['Ana Anić|+381 64 1234567|ana@primer.rs|Novi Sad|Alergija na akril', 'Mira|021 456 789'],
    ],
    [
      'Google Contacts 2015',
      'Google kontakti',
      `Name,Given Name,Additional Name,Family Name,Yomi Name,Given Name Yomi,Group Membership,Notes,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Phone 2 - Type,Phone 2 - Value,Address 1 - Type,Address 1 - Formatted,Address 1 - City
Ana Anić,Ana,,Anić,,,* myContacts,gel lak,* Home,ana@primer.rs ::: ana@posao.rs,Mobile,064 1234567 ::: 065 7654321,Home,021 456789,Home,"Cara Dušana 1
Novi Sad",Novi Sad`,
      [
        'Ana Anić|064 1234567|ana@primer.rs|Novi Sad|gel lak\nJoš: 065 7654321, 021 456789|Email „ana@posao.rs“ je izostavljen.',
      ],
    ],
    [
      'Google Contacts 2024',
      'Google kontakti',
      `First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value
Ana,Marija,Anić,,,,,,,,,,,,,,* myContacts,* Other,ana@primer.rs,Mobile,+381641234567
,,,,,,,,,,,,,,,,* myContacts,,,Mobile,065 7654321`,
      ['Ana Marija Anić|+381641234567|ana@primer.rs', '|065 7654321'],
    ],
    [
      'Outlook',
      'Outlook',
      `First Name,Middle Name,Last Name,Title,Suffix,Nickname,E-mail Address,E-mail 2 Address,Home Phone,Business Phone,Mobile Phone,Home City,Notes
Ana,,Anić,,,,ana@primer.rs,,,,064/123-4567,Niš,`,
      ['Ana Anić|064/123-4567|ana@primer.rs|Niš'],
    ],
    [
      'Square',
      'Square',
      `Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Company Name,Street Address 1,Street Address 2,City,State,Postal Code,Birthday,Memo,Square Customer ID
,Ana,Anić,ana@primer.rs,"'+381641234567",,,,,Beograd,,,,Voli roze,XYZ`,
      ['Ana Anić|+381641234567|ana@primer.rs|Beograd|Voli roze'],
    ],
    [
      'Booksy',
      'Booksy',
      `First name,Last name,Cell phone,Email,Birthday,Notes
Ana,Anić,064 123 45 67,,,"stalna"`,
      ['Ana Anić|064 123 45 67|||stalna'],
    ],
    [
      'Phorest',
      'Phorest',
      `Client ID,First Name,Last Name,Mobile,Landline,Email,Notes
1,Ana,Anić,00381641234567,,ana@primer.rs,`,
      ['Ana Anić|00381641234567|ana@primer.rs'],
    ],
    [
      'titles above, numbers in front, phone first',
      null,
      `Studio Mina - spisak klijentkinja;;;
;;;
Rb.;Telefon;Klijentkinja;Napomena
1;064/123-4567;Ana Anić;ponedeljkom
2;6,41E+08;Mira Jović;
3;12;Lela;`,
      ['Ana Anić|064/123-4567|||ponedeljkom', 'Mira Jović|||||Telefon „6,41E+08“ je izostavljen.', 'Lela|12'],
    ],
    [
      'no headings, phone first',
      null,
      '064/123-4567;Ana;Anić\n065/765-4321;Mira;Jović\n',
      ['Ana Anić|064/123-4567', 'Mira Jović|065/765-4321'],
    ],
    [
      'a bad phone beside an email',
      null,
      'Ime;Telefon;Email\nAna;nema;ana@primer.rs\nMira;064 1234567;nema\n',
      [
        'Ana||ana@primer.rs|||Telefon „nema“ je izostavljen.',
        'Mira|064 1234567||||Email „nema“ je izostavljen.',
      ],
    ],
    [
      'several emails and a note that is too long',
      null,
      `Ime;Email;Napomena\nAna;ana@primer.rs, ana@posao.rs;${'š'.repeat(1001)}\n`,
      [`Ana||ana@primer.rs||${'š'.repeat(1000)}|Email „ana@posao.rs“ je izostavljen.|Beleška je skraćena.`],
    ],
    ['German', null, 'Vorname;Name;Handy;Ort\nAna;Anić;064 1234567;Wien\n', ['Ana Anić|064 1234567||Wien']],
    [
      'French',
      null,
      'Prénom;Nom;Téléphone;Ville\nAna;Anić;064 1234567;Lyon\n',
      ['Ana Anić|064 1234567||Lyon'],
    ],
    [
      'Italian',
      null,
      'Nome;Cognome;Cellulare;Città\nAna;Anić;064 1234567;Roma\n',
      ['Ana Anić|064 1234567||Roma'],
    ],
    ['Russian', null, 'Имя;Фамилия;Телефон;Город\nАна;Анић;064 1234567;Ниш\n', ['Ана Анић|064 1234567||Ниш']],
  ])('%s', (_, program, text, expected) => expect(people(text)).toEqual({ program, people: expected }));

  test('Excel in windows-1250 is read like UTF-8', () => {
    const bytes = new Uint8Array([
      0x49, 0x6d, 0x65, 0x3b, 0x54, 0x65, 0x6c, 0x0a, 0x8e, 0x61, 0x6e, 0x61, 0x3b,
    ]);
    const text = `${decodeText(bytes)}064 1234567`;
    expect(people(text).people).toEqual(['Žana|064 1234567']);
  });

  test.each<[string, string, readonly string[]]>([
    [
      'vCard 2.1 with quoted-printable',
      `BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C4=90or=C4=91evi=C4=87;=C4=90ur=C4=91a;;;
FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C4=90ur=C4=91a =
=C4=90or=C4=91evi=C4=87
TEL;CELL:0641234567
TEL;HOME;PREF:+381 21 456-789
END:VCARD`,
      ['Đurđa Đorđević|+381 21 456-789|||Još: 0641234567'],
    ],
    [
      'vCard 3.0 of an iPhone',
      `BEGIN:VCARD
VERSION:3.0
PRODID:-//Apple Inc.//iOS//EN
N:Anić;Ana;;;
FN:Ana Anić
TEL;type=CELL;type=VOICE;type=pref:+381 64 1234567
item1.EMAIL;type=INTERNET:ana@primer.rs
item1.X-ABLabel:_$!<Other>!$_
ADR;type=HOME:;;Cara Dušana 1;Novi Sad;;21000;Srbija
NOTE:gel lak\\, uvek\\nsubotom
PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD
 /2wBDAAUDBAQEAwUEBAQFBQUGBwwIBwcHBw8LCwkMEQ8SEhEP
END:VCARD
BEGIN:VCARD
VERSION:3.0
N:;Mama;;;
TEL:064 1
END:VCARD`,
      ['Ana Anić|+381 64 1234567|ana@primer.rs|Novi Sad|gel lak, uvek\nsubotom', 'Mama|064 1'],
    ],
    [
      'vCard 4.0',
      `BEGIN:VCARD
VERSION:4.0
FN:Ana Anić
N:Anić;Ana;Marija;;
TEL;VALUE=uri;PREF=1;TYPE="voice,cell":tel:+381-64-123-4567
EMAIL;TYPE=home:ana@primer.rs
ADR;TYPE=home;LABEL="Cara Dušana 1":;;Cara Dušana 1;Niš;;18000;Srbija
END:VCARD`,
      ['Ana Anić|+381-64-123-4567|ana@primer.rs|Niš'],
    ],
  ])('%s', (_, text, expected) => expect(people(text).people).toEqual(expected));
});

/** Each appointment as 'name or title|start|minutes|services|technician|price|phone|status'. */
function visits(text: string) {
  const read = readText(text, reading('appointments'));
  const found = 'table' in read ? visitsOf(read.table, read.table.order ?? 'dmy', 'Europe/Belgrade') : [];
  const all = 'visits' in read ? read.visits : found;
  return {
    program: 'table' in read ? read.table.program : null,
    order: 'table' in read ? read.table.order : null,
    visits: all.map((one) =>
      [
        one.name ?? `(${one.title})`,
        one.start?.slice(0, 16) ?? '-',
        one.minutes ?? '-',
        one.services.join('+') || '-',
        one.technician ?? '-',
        one.price ?? '-',
        one.phone ?? '-',
        one.status,
      ].join('|'),
    ),
  };
}

describe('appointments', () => {
  test.each<[string, string | null, string | null, string, readonly string[]]>([
    [
      'Fresha',
      'Fresha',
      'dmy',
      `Ref #,Channel,Created date,Created by,Client,Service,Duration (min),Location,Team member,Price,Status,Scheduled date,Ref
1,Offline,1 Nov 2026,Jelena,Ana Anić,Gel lak,1h 30min,Studio,Mina,"RSD 1,500.00",Confirmed,"20 Nov 2026, 10:00am",1
2,Offline,1 Nov 2026,Jelena,Mira,Manikir,45min,Studio,Jelena,RSD 900,No show,"10 Nov 2026, 2:30pm",2`,
      [
        'Ana Anić|2026-11-20 10:00|90|Gel lak|Mina|1500|-|BOOKED',
        'Mira|2026-11-10 14:30|45|Manikir|Jelena|900|-|MISSED',
      ],
    ],
    [
      'Google Calendar as CSV',
      'Google kalendar',
      'mdy',
      `Subject,Start Date,Start Time,End Date,End Time,All Day Event,Description,Location,Private
Ana gel lak 0641234567,11/20/2026,10:00 AM,11/20/2026,11:30 AM,False,donosi lak,,True
Praznik,12/03/2026,,12/03/2026,,True,,,True`,
      ['(Ana gel lak 0641234567)|2026-11-20 10:00|90|-|-|-|-|BOOKED', '(Praznik)|-|-|-|-|-|-|BOOKED'],
    ],
    [
      'Outlook, day and month by the column',
      'Outlook',
      'dmy',
      `"Subject","Start Date","Start Time","End Date","End Time","All day event","Reminder on/off","Description"
"Ana manikir","3.12.2026","10:00:00","3.12.2026","11:00:00","False","False",""
"Mira","13.12.2026","12:00:00","13.12.2026","12:45:00","False","False",""`,
      ['(Ana manikir)|2026-12-03 10:00|60|-|-|-|-|BOOKED', '(Mira)|2026-12-13 12:00|45|-|-|-|-|BOOKED'],
    ],
    [
      'Square',
      'Square',
      'mdy',
      `Client Name,Client Phone,Service,Staff,Date,Start Time,Duration,Price,Status
Ana Anić,064 1234567,Gel lak,Mina,11/20/2026,10:00 AM,90,15.00,Accepted
Mira,,Manikir,Mina,12/01/2026,1:00 PM,60,,Cancelled by customer`,
      [
        'Ana Anić|2026-11-20 10:00|90|Gel lak|Mina|15|064 1234567|BOOKED',
        'Mira|2026-12-01 13:00|60|Manikir|Mina|-|-|CANCELLED',
      ],
    ],
    [
      'Booksy',
      'Booksy',
      'dmy',
      `Customer;Phone;Service;Staffer;Booked from;Booked till;Status
Ana Anić;064 1234567;Gel lak;Mina;20.11.2026 10:00;20.11.2026 11:30;Confirmed`,
      ['Ana Anić|2026-11-20 10:00|90|Gel lak|Mina|-|064 1234567|BOOKED'],
    ],
    [
      'Phorest',
      'Phorest',
      'dmy',
      `Appointment Date,Start Time,End Time,Client First Name,Client Last Name,Client Mobile,Service Name,Staff First Name,Price,State
20/11/2026,10:00,11:30,Ana,Anić,0641234567,Gel lak,Mina,1500,BOOKED`,
      ['Ana Anić|2026-11-20 10:00|90|Gel lak|Mina|1500|0641234567|BOOKED'],
    ],
    [
      'a Serbian table with ranges and several services',
      null,
      'dmy',
      `Knjiga termina;;;;
Datum;Vreme;Klijentkinja;Usluga;Kod koga
20.11.2026.;10:00 - 11:30;Ana Anić;Gel lak + skidanje;Mina
21.11.2026.;;Mira;Manikir;`,
      ['Ana Anić|2026-11-20 10:00|90|Gel lak+skidanje|Mina|-|-|BOOKED', 'Mira|-|-|Manikir|-|-|-|BOOKED'],
    ],
    [
      'no headings',
      null,
      'dmy',
      '20.11.2026.;10:00;Ana Anić;064 1234567\n21.11.2026.;11:00;Mira Jović;065 7654321\n',
      [
        'Ana Anić|2026-11-20 10:00|-|-|-|-|064 1234567|BOOKED',
        'Mira Jović|2026-11-21 11:00|-|-|-|-|065 7654321|BOOKED',
      ],
    ],
    [
      'slashes that do not show the order',
      null,
      null,
      'Datum;Vreme;Ime\n03/04/2026;10:00;Ana\n05/06/2026;11:00;Mira\n',
      ['Ana|2026-04-03 10:00|-|-|-|-|-|BOOKED', 'Mira|2026-06-05 11:00|-|-|-|-|-|BOOKED'],
    ],
    [
      'German',
      null,
      'dmy',
      'Datum;Uhrzeit;Kundin;Leistung;Mitarbeiterin;Dauer;Preis\n20.11.2026;10:00;Ana;Maniküre;Mina;60 Min;25,00 €\n',
      ['Ana|2026-11-20 10:00|60|Maniküre|Mina|25|-|BOOKED'],
    ],
    [
      'Russian',
      null,
      'dmy',
      'Дата;Время;Клиент;Услуга;Мастер;Стоимость;Статус\n20.11.2026;10:00;Ана;Маникюр;Мина;1500;Отменено\n',
      ['Ана|2026-11-20 10:00|-|Маникюр|Мина|1500|-|CANCELLED'],
    ],
  ])('%s', (_, program, order, text, expected) =>
    expect(visits(text)).toEqual({ program, order, visits: expected }),
  );

  test('a price and a length that cannot be read are left out, and it is said', () => {
    const text = `Datum;Vreme;Ime;Cena;Trajanje
20.11.2026.;10:00;Ana;20.000.000;oko sat
21.11.2026.;10:00;Mira;-;60`;
    const read = readText(text, reading('appointments'));
    const all = 'table' in read ? visitsOf(read.table, 'dmy', 'Europe/Belgrade') : [];
    expect(all.map(({ price, minutes, said }) => [price, minutes, said])).toEqual([
      [null, null, ['Cena „20.000.000“ je izostavljena.', 'Trajanje „oko sat“ je izostavljeno.']],
      [null, 60, []],
    ]);
  });

  test('contacts, calendars and tables of Excel are refused where they do not belong', () => {
    const contacts = 'BEGIN:VCARD\nEND:VCARD';
    const calendar = 'BEGIN:VCALENDAR\nEND:VCALENDAR';
    expect(readText(contacts, reading('appointments'))).toHaveProperty('refused');
    expect(readText(calendar, reading('clients'))).toHaveProperty('refused');
    expect(readText('BEGIN:VCALENDAR\nBEGIN', reading('appointments'))).toEqual({
      refused: 'Kalendar ne može da se pročita. Izvezite ga ponovo.',
    });
    expect(readText('PK\u0003\u0004', reading('appointments'))).toEqual({
      refused: 'Ovo nije CSV fajl. Sačuvajte kao CSV.',
    });
  });
});
