import type { Deposit } from '#contract/appointments.ts';

/** The states of a deposit in the owner's words. docs/spec/texts.md */
export const DEPOSIT_STATES: Record<Deposit['state'], string> = {
  WAITING: 'čeka uplatu',
  RECEIVED: 'primljena',
  WAIVED: 'oproštena',
  EXPIRED: 'nije stigla na vreme',
  TO_REFUND: 'treba da se vrati',
  REFUNDED: 'vraćena',
  KEPT: 'zadržana',
};
