import { z } from 'zod';
import { historyChange } from '#contract/history.ts';
import { TECHNICIAN_SWITCHES } from '#domain/accounts/roles.ts';
import { EDITABLE_FIELDS } from '#domain/appointments/edit.ts';
import type { HistoryChange } from '#domain/wording/history.ts';
import { readJson } from '../platform/db/json.ts';
import { accountFields } from '../platform/db/users.ts';

export const COLUMNS = [
  'id',
  'by_role',
  'by_id',
  'by_name',
  'from_client_id',
  'to_client_id',
  'changes',
] as const;

export const changesOf = (text: string): HistoryChange[] => readJson(z.array(historyChange), text) ?? [];

/** The fields whose changes are recorded. They never include a password, a hash or a token. */
export const FIELDS = {
  appointment: [
    ...EDITABLE_FIELDS.filter((field) => field !== 'service_id'),
    'service_name',
    'service_price',
    'attended',
    'confirmed_at',
    'work',
    'rules_accepted_at',
    'request_state',
  ],
  client: accountFields('history'),
  person: ['name', 'email', 'phone', 'city', 'notes', 'staff_note', 'call_only', 'no_sms', 'merged_person'],
  service: [
    'name',
    'duration_minutes',
    'price',
    'position',
    'is_addon',
    'return_weeks',
    'cleanup_minutes',
    'short_words',
    'group_name',
    'description',
    'is_offered',
    'name_en',
    'name_ru',
  ],
  template: ['weekday', 'time_start', 'duration_minutes', 'active', 'technician_id'],
  absence: ['date_from', 'date_to', 'reason', 'technician_id'],
  technician: [
    'name',
    'position',
    'is_active',
    'hue',
    'service_ids',
    'terms',
    'percent',
    'bookable',
    'email',
    ...TECHNICIAN_SWITCHES,
  ],
} as const;
