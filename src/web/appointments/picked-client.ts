import type { ClientChoice } from '#contract/clients.ts';

/** As much of a client as a form needs to show her. */
export type PickedClient = Pick<ClientChoice, 'id' | 'name' | 'phone'> & { email?: string | null };
