/** Limits and other constants (docs/spec/product.md §9, docs/spec/behaviour.md §3.3, §5, §6 and §7). Lengths count characters. */
import type { ClockTime } from './wall-clock.ts';

// Slots and booking
export const DAY_OPENS: ClockTime = '06:00:00';
export const DAY_CLOSES: ClockTime = '22:00:00';
/** The longest clean-up after a service. docs/spec/behaviour.md §26 */
export const MAX_CLEANUP_MINUTES = 60;
export const SLOT_STEP_MINUTES = 5;
export const MIN_SLOT_MINUTES = 5;
export const MIN_REMAINING_SLOT_MINUTES = 15;
export const DEFAULT_SLOT_MINUTES = 120;
export const SLOT_RANGE_YEARS = 1;
export const STRIP_DAYS = 15;
export const FEW_FREE_SLOTS_COUNT = 2;
export const FIRST_FREE_COUNT = 3; // the number of free slots on a visitor's home page
export const FREE_SLOTS_RANGE_MAX_DAYS = 31;
export const CLOSED_RANGE_MAX_DAYS = 62;
export const CASH_RANGE_MAX_DAYS = 366;
export const REMINDER_HOURS_BEFORE = 2;
export const MAIL_REMINDER_HOURS_BEFORE = 24;
export const UNDO_SECONDS = 10;
/** Messages about delays per booking and day, by hand included. docs/spec/behaviour.md §29.6 */
export const MAX_DELAY_MESSAGES = 3;
/** How long a page keeps a person to itself while it writes to her; renewed while it is shown. docs/spec/behaviour.md §29.5 */
export const REACH_CLAIM_SECONDS = 120;

// Appointments that clients missed
export const NO_SHOWS_MONTHS = 12; // a client's older no-shows are not counted

// Templates of the usual week: for how many weeks slots can be generated at once
export const GENERATE_MIN_WEEKS = 1;
export const GENERATE_MAX_WEEKS = 4;

// Absences
export const CANCELLED_WITH_ABSENCE_MAX_COUNT = 500; // the maximum number of bookings that one request can cancel together with a new absence

// Lengths of text fields, in characters, and of phone numbers
export const NAME_MAX_CHARACTERS = 100;
export const PHONE_MAX_CHARACTERS = 30;
export const PHONE_PATTERN = /^[0-9 +\-/()]*$/;
export const PHONE_MIN_DIGITS = 6;
export const PHONE_MAX_DIGITS = 15;
export const EMAIL_MAX_CHARACTERS = 254;
export const CITY_MAX_CHARACTERS = 100;
export const NOTES_MAX_CHARACTERS = 1000;
export const STAFF_NOTE_MAX_CHARACTERS = 300;
export const REASON_MAX_CHARACTERS = 300;
export const PASSWORD_MIN_CHARACTERS = 6;

// Import of clients from a file (docs/spec/behaviour.md §6.4)
export const IMPORT_MAX_ROWS = 5000;
export const IMPORT_FILE_MAX_BYTES = 10_000_000; // so large because other programs export dozens of columns
export const IMPORT_BODY_MAX_BYTES = 16_000_000; // fits IMPORT_MAX_ROWS rows whose five columns all have their maximum length

// Import of appointments (docs/spec/behaviour.md §31)
export const APPOINTMENT_IMPORT_MAX_ROWS = 500; // in one part
export const APPOINTMENT_IMPORT_MAX_BYTES = 2_000_000;
export const IMPORT_UNDO_HOURS = 24; // after the last part

// Pictures (docs/spec/behaviour.md §30.2)
export const PICTURE_MAX_BYTES = 8_000_000;
export const PICTURE_MAX_PIXELS = 24_000_000;
export const WISH_MAX_PX = 1280;
export const PICTURE_MAX_PX = 1600;
export const THUMBNAIL_MAX_PX = 320;
export const MAX_WISH_UPLOADS = [{ most: 10, withinMinutes: 24 * 60 }] as const; // per booking
export const MAX_NETWORK_WISHES = [{ most: 60, withinMinutes: 24 * 60 }] as const;
/** How long the address of a calendar file works. */
export const FILE_LINK_MS = 10 * 60 * 1000;
export const PICTURE_LINK_SECONDS = 60 * 60;
export const WISH_DAYS = 30; // the days after the appointment for which wishes are kept

// What was done at a visit
export const MAX_WORK_FIELDS_COUNT = 8;
export const WORK_VALUE_MAX_CHARACTERS = 100;
export const SUGGESTED_FROM_COUNT = 200; // suggestions are the values used most among this number of the latest values of a field

// Packages and vouchers
export const MAX_PLAN_VISITS = 100;
export const MAX_PLAN_MONTHS = 60;
export const RECEIPT_MAX_CHARACTERS = 50;
export const MAX_CODE_LOOKUPS = [{ most: 30, withinMinutes: 60 }] as const; // codes of vouchers that one technician may look up

// Prices, services and series of appointments
export const MAX_PRICE_DIN = 10_000_000;
export const MAX_SERVICE_MINUTES = 960;
export const MAX_RETURN_WEEKS = 12;
export const MAX_SHORT_WORDS_COUNT = 3;
export const SHORT_WORD_MAX_CHARACTERS = 20;
export const GROUP_MAX_CHARACTERS = 40;
export const DESCRIPTION_MAX_CHARACTERS = 300;
export const MIN_SERIES_COUNT = 2;
export const MAX_SERIES_COUNT = 12;
export const MAX_SERVICES_COUNT = 6; // the maximum number of services per appointment

// Accounts
export const SESSION_DAYS = 30;
export const RESET_LINK_MINUTES = 60;
export const MAX_PUSH_SUBSCRIPTIONS = 10; // the maximum number of devices per account; another device replaces the oldest

// Limits per caller (docs/spec/behaviour.md §4.4, §9.3). VISITOR limits the guests of an IP network, NETWORK its guests and new accounts together.
export const MAX_VISITOR_BOOKINGS = [
  { most: 6, withinMinutes: 10 },
  { most: 15, withinMinutes: 24 * 60 },
] as const;
export const MAX_NETWORK_BOOKINGS = [
  { most: 10, withinMinutes: 10 },
  { most: 24, withinMinutes: 24 * 60 },
] as const;
export const MAX_VISITOR_ACTIVE_SLOTS = 12;
export const MAX_NETWORK_ACTIVE_SLOTS = 20;
export const MAX_VISITOR_CANCELLATIONS = [{ most: 15, withinMinutes: 24 * 60 }] as const;
export const MAX_NETWORK_CANCELLATIONS = [{ most: 24, withinMinutes: 24 * 60 }] as const;
export const MAX_CLIENT_CANCELLATIONS = [{ most: 10, withinMinutes: 24 * 60 }] as const;
export const MAX_WAITLIST_ENTRIES = 15; // the maximum number of waitlist entries per client, or per IP network for all its guests together
export const MAX_NETWORK_WAITLIST_ENTRIES = [{ most: 24, withinMinutes: 24 * 60 }] as const;
export const MAX_REGISTRATIONS = [{ most: 20, withinMinutes: 24 * 60 }] as const;
// how often a client may change the services of one booking; changes of its guest have the same limit, counted separately
export const MAX_OWN_CHANGES = [{ most: 20, withinMinutes: 24 * 60 }] as const;
// how often a client may change the profile; limited because the history keeps each change for two years
export const MAX_PROFILE_CHANGES = [{ most: 30, withinMinutes: 24 * 60 }] as const;
export const MAX_OWNER_MESSAGES_PER_DAY = 30; // the maximum number of notifications, and of mails, to the owner that one IP network may cause
export const NEW_ACCOUNT_DAYS = 30;
export const MAX_LIMITED_MAILS_PER_DAY = 5;
export const MAX_ACCOUNT_MAILS = [{ most: 20, withinMinutes: 24 * 60 }] as const; // mails about changed accounts, per IP network and day
export const RESET_MAIL_MINUTES = [2, 4, 8, 15, 30, 60] as const; // the minutes to wait after the first, the second, … reset mail

// The numbers of rows of lists, and the ranges of days that lists show by default
export const RECENT_VISITS_COUNT = 20; // the number of appointments on a client's card
export const LIST_MAX_COUNT = 1000; // the maximum number of rows of one response; `X-Total-Count` has the total
export const LIST_MAX_OFFSET = 100_000;
export const HOME_WORKS_COUNT = 6;
export const HOME_ACTIVE_COUNT = 3;
export const PAGE_ACTIVE_COUNT = 5;
export const PAST_PAGE_COUNT = 50;
export const PAST_SHOWN_COUNT = 20; // the number of past appointments that the page loads at once; a request may ask for up to 50
export const CLIENT_NOTIFICATIONS_PAGE_COUNT = 20;
export const HOME_ABSENCES_DAYS = 14;
export const ADMIN_LIST_DAYS_BACK = 7;
export const ADMIN_LIST_DAYS_AHEAD = 30;
export const STATISTICS_DAYS = 30;
export const STATISTICS_RANGE_MAX_DAYS = 3_700; // the maximum number of days of a period: ten years, plus the partial weeks at both ends
export const TOP_SERVICES_COUNT = 6;
export const TOP_CLIENTS_COUNT = 8;
export const BADGE_MAX_COUNT = 99;

// Polling and event streams
export const POLL_MS = 60_000;
export const MAX_STREAMS_OF_ADDRESS = 20;
export const MAX_STREAMS_OF_ACCOUNT = 5; // the maximum number of event streams of one client or of the owner
export const CLIENT_SEARCH_DEBOUNCE_MS = 200;
export const CLIENT_PICKER_DEBOUNCE_MS = 300;

// The feed that shows the owner's appointments in another calendar program (docs/spec/behaviour.md §7.8)
export const CALENDAR_FEED_DAYS_BACK = 30;
export const CALENDAR_FEED_DAYS_AHEAD = 180;

// The owner's calendar
export const CALENDAR_SNAP_MINUTES = 15;
export const CALENDAR_MIN_MINUTES = 15;
export const CALENDAR_MONTH_DAYS = 42;
export const CALENDAR_DAY_EVENTS_COUNT = 4;
export const DRAG_MOUSE_PX = 8;
export const DRAG_TOUCH_PX = 16;

/** The length of a text in characters (code points), not bytes or UTF-16 units. docs/spec/product.md §5.4 */
export const charactersIn = (text: string): number => [...text].length;
