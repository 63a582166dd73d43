// What people must be told, and what became of Lunula's messages. docs/spec/behaviour.md §29.4
import type { CALL_STATES, CallReason } from '../../told/calls.ts';

const WHAT: Readonly<Record<CallReason, string>> = {
  CANCELLED: 'Termin je otkazan.',
  MOVED: 'Termin je pomeren.',
  HOLD_ENDED: 'Kapara nije stigla, termin je oslobođen.',
  REQUEST_ACCEPTED: 'Termin je potvrđen.',
  REQUEST_DECLINED: 'Zahtev je odbijen.',
  REQUEST_LAPSED: 'Zahtev je istekao.',
};
export const callWhatInWords = (what: CallReason): string => WHAT[what];

const STATES: Readonly<Record<(typeof CALL_STATES)[number], string>> = {
  SENDING: 'Poruka se šalje.',
  UNKNOWN: 'Ne zna se da li je poruka stigla.',
  FAILED: 'Poruka nije poslata.',
  NONE: '',
};
export const callStateInWords = (state: (typeof CALL_STATES)[number]): string => STATES[state];
