import type { Now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/http/call.ts';
import type { CalendarEntry } from '../calendar-file.ts';

/** A mail before it is laid out. Texts are plain: the layout escapes them. */
export interface Letter {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly sentences: readonly string[];
  /** Label and value, one line each; what is null is left out. */
  readonly facts: readonly (readonly [label: string, value: string | null])[];
  readonly link: { readonly label: string; readonly url: string };
  readonly footer: readonly string[];
  readonly calendar?: { readonly method: CalendarEntry['method']; readonly file: string };
}

/** Why a queued mail is not sent any more: it would tell what is no longer true, or tell nobody. */
export type NotSent = 'nobody' | 'switched off' | 'no longer true' | 'too late';

/** A mail of the outbox on its way to be written, with the moment of writing. */
export interface Waiting<Content> extends Pick<Platform, 'db' | 'config'> {
  readonly now: Now;
  readonly userId: number | null;
  readonly toEmail: string | null;
  readonly appointmentId: number;
  readonly content: Content;
}
