import type { MailKind } from '../mail-kinds.ts';
import type { Letter, NotSent, Waiting } from './letter.ts';
import { resetLetter } from './reset-letter.ts';
import { letterOfNotice, letterOfReminder } from './to-client.ts';
import { letterToGuest } from './to-guest.ts';
import { letterToOwner } from './to-owner.ts';

/** What a mail of the outbox says when it is sent now, or why it is not sent any more. */
export function writeLetter(kind: MailKind, mail: Waiting<never>): Promise<Letter | NotSent> {
  switch (kind) {
    case 'BOOKED_ADMIN':
    case 'CANCELLED_ADMIN':
      return letterToOwner(kind, mail);
    case 'CANCELLED_CLIENT':
    case 'MOVED_CLIENT':
    case 'FREE_SLOT_CLIENT':
      return letterOfNotice(kind, mail);
    case 'REMINDER_24H':
      return letterOfReminder(mail);
    case 'BOOKED_GUEST':
      return letterToGuest(mail);
    case 'RESET_LINK':
      return resetLetter(mail);
  }
}
