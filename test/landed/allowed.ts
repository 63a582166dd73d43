// The differences that the model of bookings and people may make between the answers of a release before it and after an upgrade.
import type { Difference, Mail } from './answers.ts';

interface Allowed {
  /** What the specification says about it. */
  readonly why: string;
  readonly is: (difference: Difference) => boolean;
}

/** The rows that hold earlier bookings with money: of the stories 1, 13 and 14. */
const ROWS_GIVEN_AWAY = ['1', '13', '14'];
/** The rows whose booking is the same person's again: of the stories 2 and 4. */
const ROWS_OF_SAME_PERSON = ['2', '4'];

/** The rows that had an unpaid deposit of an earlier booking: of story 22. */
const ROWS_WITH_UNPAID = ['22 reminder'];

type Rows = Readonly<Record<string, number>>;

const isOf = (rows: Rows, keys: readonly string[], id: unknown): boolean =>
  keys.some((key) => rows[key] === Number(id));

/** The id of the appointment that a difference is about: from the list's row or from the path. */
const appointmentOf = ({ line, at }: Difference): string | undefined =>
  /^GET \/appointments\/(\d+)/.exec(line)?.[1] ??
  (/appointment|calendar\?|\/export|annual\/preview/.test(line) ? /\[id (\d+)\]/.exec(at)?.[1] : undefined);

const fieldOf = ({ at }: Difference): string => /([\w]+)$/.exec(at)?.[1] ?? '';
const isNewField = ({ before }: Difference): boolean => before === undefined;
const isNewAnswer = (after: unknown): boolean =>
  /^(CANCELLED|NONE|SENDING|UNKNOWN|FAILED)$/.test(String(after));
const isOfStaff = ({ who }: Difference): boolean => who === 'owner' || who.startsWith('technician');

/** A row that only the upgraded salon has: the earlier booking of somebody whose row was given away with money. */
const isEarlierBooking = ({ at, before, after }: Difference): boolean =>
  before === undefined &&
  /\[id \d+\]$/.test(at) &&
  (after as { status?: unknown }).status === 'CANCELLED' &&
  /^P(1 Ana|13 Sanja|14 Una|14 Vida)$/.test(nameOf(after as Named));

interface Named {
  readonly guest_name?: string | null;
  readonly client_name?: string | null;
}
const nameOf = ({ guest_name, client_name }: Named): string => guest_name ?? client_name ?? '';

const allowedWith = (rows: Rows): readonly Allowed[] => [
  {
    why: "appointments' staff JSON has booking_id, person_id, staff_note, guest_email, work, last_work, package_visits, in_opening, same_number_then, pictures, request, confirmed_at; an own client's has booking_id, pictures, request, confirmed_at; a link shows the last three; all have expected",
    is: (difference) =>
      isNewField(difference) &&
      (/^(pictures|request|confirmed_at|expected)$/.test(fieldOf(difference)) ||
        (isOfStaff(difference)
          ? /^(booking_id|person_id|staff_note|guest_email|work|last_work|package_visits|in_opening|same_number_then)$/.test(
              fieldOf(difference),
            )
          : difference.who.startsWith('client') && fieldOf(difference) === 'booking_id')),
  },
  {
    why: 'the JSON of clients has person_id; settings, technicians, services and templates get fields',
    is: (difference) =>
      isNewField(difference) &&
      ((isOfStaff(difference) &&
        /^GET \/(users|settings|technicians|services|templates|auth\/me)/.test(difference.line) &&
        !/\[id \d+\]$/.test(difference.at)) ||
        /^GET \/(salon|services|technicians)/.test(difference.line)),
  },
  {
    why: 'profiles have sms_on and language',
    is: (difference) => isNewField(difference) && ['sms_on', 'language'].includes(fieldOf(difference)),
  },
  {
    why: 'a client’s notification has text and reason apart, and says that she asked for the cancellation',
    is: (difference) =>
      isNewField(difference) &&
      difference.line.startsWith('GET /client-notifications') &&
      /^(text|reason|on_request|was_start)$/.test(fieldOf(difference)),
  },
  {
    why: 'a calendar file has an address, and says with whom as clients do',
    is: ({ line, at, before, after }) =>
      (at === 'url' && /\/calendar$/.test(line)) ||
      (/^DESCRIPTION:Radnica: /.test(String(before)) &&
        after === String(before).replace('Radnica: ', 'Kod koga: ')),
  },
  {
    why: 'people to call are listed with what and state, and no longer once they were called',
    is: ({ line, after }) =>
      /^GET \/appointments\/to-call/.test(line) && (after === undefined || isNewAnswer(after)),
  },
  {
    why: 'the reminder of the first release asks for the confirmation',
    is: ({ line, at }) => line === 'GET /settings' && at === 'message_reminder',
  },
  {
    why: 'a technician sees no phone of somebody who has not been with her',
    is: ({ who, line, at, after }) =>
      who.startsWith('technician') && /^GET \/waitlist/.test(line) && /\.phone$/.test(at) && after === null,
  },
  {
    why: 'the export contains what is new: the person, the note for the salon, the ids of bookings',
    is: (difference) => isNewField(difference) && /\/auth\/me\/export/.test(difference.line),
  },
  {
    why: 'an earlier booking with money is a CANCELLED row of the same times',
    is: (difference) =>
      isEarlierBooking(difference) ||
      (/^GET \/users\/\d+/.test(difference.line) &&
        /^recent_visits\[id \d+\]$/.test(difference.at) &&
        (difference.after as { status?: unknown } | undefined)?.status === 'CANCELLED'),
  },
  {
    why: 'the money of an earlier booking is its own: the row that was given away has none of it',
    is: (difference) =>
      isOf(rows, ROWS_GIVEN_AWAY, appointmentOf(difference)) &&
      /(^|[.\]])(deposit\b.*|paid)$/.test(difference.at),
  },
  {
    why: 'an unpaid deposit of an earlier booking is deleted with it',
    is: (difference) =>
      isOf(rows, ROWS_WITH_UNPAID, appointmentOf(difference)) &&
      /deposit$/.test(difference.at) &&
      (difference.before as { state?: unknown } | null)?.state === 'WAIVED' &&
      difference.after === null,
  },
  {
    why: 'a client’s notification is about her own booking, which may be an earlier one',
    is: ({ who, line, at, before }) =>
      /^client: P(13 Sanja|14 Una|14 Vida)$/.test(who) &&
      /^GET \/(client-notifications|auth\/me\/export)/.test(line) &&
      /\[id \d+\]\.appointment_id$/.test(at) &&
      (before === null || isOf(rows, ROWS_GIVEN_AWAY, before)),
  },
  {
    why: 'payments of an earlier booking name its row',
    is: ({ line, before }) => /^GET \/payments/.test(line) && isOf(rows, ROWS_GIVEN_AWAY, before as number),
  },
  {
    why: 'the same person again: a deposit TO_REFUND is RECEIVED and visible again',
    is: (difference) =>
      isOf(rows, ROWS_OF_SAME_PERSON, appointmentOf(difference)) &&
      (/deposit\.state$/.test(difference.at) ||
        (/deposit$/.test(difference.at) && difference.before === null)) &&
      /RECEIVED/.test(JSON.stringify(difference.after)),
  },
  {
    why: 'KEPT counts as paid only while its booking is BOOKED',
    is: (difference) => isOf(rows, ['23 late'], appointmentOf(difference)) && fieldOf(difference) === 'paid',
  },
  {
    why: "people are counted, not accounts and numbers: 'Vreme je' names them by a key of its own",
    is: (difference) =>
      (/^GET \/clients\/due/.test(difference.line) && /^(key|person_id)$/.test(fieldOf(difference))) ||
      /^GET \/analytics\/retention/.test(difference.line),
  },
  {
    why: 'the link of a booking that is the same person’s lives again; a link may show the earlier, CANCELLED booking',
    is: ({ who, at, before }) => /^link: (P1 Ana|P4 Ema)$/.test(who) && at === 'status' && before === 404,
  },
  {
    why: 'an absence leaves bookings alone that are paid',
    is: ({ line, at, after }) =>
      /^(GET|POST) \/annual\//.test(line) && /conflicts\[id \d+\]$/.test(at) && after === undefined,
  },
  {
    why: 'a technician reads no phone in the history of a booking of somebody who has not been with her',
    is: ({ who, line }) => who.startsWith('technician') && /^GET \/appointments\/\d+\/history/.test(line),
  },
  {
    why: 'a calendar entry names its last change (RFC 5545)',
    is: ({ before, after }) => [before, after].every((line) => String(line).startsWith('DTSTAMP:')),
  },
  {
    why: 'the sequence of a calendar entry never falls, but may rise',
    is: ({ before, after }) => {
      const [from, to] = [before, after].map((text) => Number(/^SEQUENCE:(\d+)$/.exec(String(text))?.[1]));
      return Number(to) >= Number(from);
    },
  },
];

/** The differences that nothing allows. */
export const unexplained = (differences: readonly Difference[], rows: Rows): Difference[] => {
  const allowed = allowedWith(rows);
  return differences.filter((difference) => !allowed.some(({ is }) => is(difference)));
};

const OWNER = 'Admin <admin@salon.local>';
const lineStarts = (mail: Mail, starts: readonly string[]) =>
  mail.calendar.filter((line) => starts.some((start) => line.startsWith(start)));

/** Without the technician in the description, whom a booking without a row names no more. */
const withoutLost = (calendar: readonly string[]): readonly string[] =>
  calendar.map((line) => line.replace(/^DESCRIPTION:(?:Radnica|Kod koga): [^\\]*\\n/, 'DESCRIPTION:'));

/** 'Radnica' is 'Kod koga' to clients now. */
const withWhom = (text: string): string => text.replace(/^Radnica: /m, 'Kod koga: ');

/** Without the link, which now leads to the booking where its client confirms that she comes. */
const withoutLink = (text: string): string => text.replace(/Moji? termini?:\nhttps:\S+/, 'Moj termin');

/**
 * What must be equal in the mails of the release and of an upgraded salon. A mail to the owner may name the person of an earlier
 * booking, which has a row again. The booking of story 2 is the same as before its cancellation, so its mails may be sent again.
 */
export const keptOf = (mails: readonly Mail[]): unknown[] =>
  mails
    .filter(({ to }) => !to.startsWith('P2 Cveta'))
    .map((mail) => {
      const { to, subject } = mail;
      return to === OWNER
        ? { to, subject, calendar: lineStarts(mail, ['UID', 'SEQUENCE', 'DTSTART']) }
        : { ...mail, text: withWhom(withoutLink(mail.text)), calendar: withoutLost(mail.calendar) };
    })
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
