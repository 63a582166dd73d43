import { STRIP_DAYS } from './limits.ts';
import { DEFAULT_MESSAGES } from './wording/messages.ts';

type Flag = 0 | 1;

/**
 * What the owner sets in the product (docs/spec/behaviour.md §1.4 says what each means). An empty text is shown nowhere;
 * 0 switches a rule off.
 */
export interface Settings {
  readonly salon_name: string;
  readonly salon_headline: string;
  readonly salon_text: string;
  readonly salon_phone: string;
  readonly salon_address: string;
  readonly salon_hours: string;
  readonly salon_social_url: string;
  readonly guest_booking: Flag;
  readonly max_active_bookings: number;
  readonly booking_days: number;
  readonly late_cancel_hours: number;
  readonly cancel_until_hours: number;
  readonly move_until_hours: number;
  readonly service_fit: 'warn' | 'require';
  readonly join_slots: Flag;
  readonly no_show_limit: number;
  readonly generate_ahead_weeks: number;
  readonly owner_mail: Flag;
  readonly message_confirmation: string;
  readonly message_reminder: string;
  readonly message_moved: string;
  readonly message_cancelled: string;
  readonly message_free_slot: string;
  readonly guest_retention_months: number;
  /** `HH:mm`, or empty for never. */
  readonly owner_morning_at: string;
}

/** How a salon is until its owner changes something: with these, docs/spec/product.md holds to the letter. */
export const DEFAULT_SETTINGS: Settings = {
  salon_name: 'Lunula',
  salon_headline: 'Lepi nokti, bez čekanja.',
  salon_text: 'Izaberite dan i vreme koje vam odgovara. Rezervacija traje kraće od minuta.',
  salon_phone: '',
  salon_address: '',
  salon_hours: '',
  salon_social_url: '',
  guest_booking: 1,
  max_active_bookings: 2,
  booking_days: STRIP_DAYS,
  late_cancel_hours: 24,
  cancel_until_hours: 0,
  move_until_hours: 24,
  service_fit: 'warn',
  join_slots: 1,
  no_show_limit: 0,
  generate_ahead_weeks: 0,
  owner_mail: 1,
  ...DEFAULT_MESSAGES,
  guest_retention_months: 24,
  owner_morning_at: '',
};
