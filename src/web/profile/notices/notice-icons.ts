import {
  AlarmClock,
  ArrowLeftRight,
  CalendarArrowUp,
  CalendarCheck,
  CalendarHeart,
  CalendarMinus,
  CalendarOff,
  CalendarSync,
  CalendarX,
  ClockArrowDown,
  ClockArrowUp,
  type LucideIcon,
  Paintbrush,
} from 'lucide-react';
import type { ClientNoticeType } from '#salon/notices/client-notice-types.ts';

/** One for each of the twelve (spec.md §3). */
export const NOTICE_ICONS: Record<ClientNoticeType, LucideIcon> = {
  APPT_TIME_CHANGED: CalendarArrowUp,
  APPT_DURATION_CHANGED_EXTENDED: ClockArrowUp,
  APPT_DURATION_CHANGED_SHORTENED: ClockArrowDown,
  APPT_SERVICE_CHANGED: Paintbrush,
  APPT_CLIENT_CHANGED_ADDED: CalendarCheck,
  APPT_CLIENT_CHANGED_REMOVED: CalendarMinus,
  APPT_CLIENT_SWAPPED: ArrowLeftRight,
  APPT_CLIENT_MOVE: CalendarSync,
  APPT_CANCELLED_BY_ADMIN: CalendarX,
  APPT_SET_AVAILABLE_BY_ADMIN: CalendarOff,
  APPT_REMINDER_2H: AlarmClock,
  FREE_SLOT_AVAILABLE: CalendarHeart,
};
