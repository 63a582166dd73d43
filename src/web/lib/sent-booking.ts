import { storageOf } from './session/storage.ts';

const KEY = 'sent-booking';

/** The booking that this tab has sent without a response, as stored by attempts.ts. A module of its own, because the booking page checks it at the start. */
export const sentText = (): string | null => storageOf('sessionStorage')?.getItem(KEY) ?? null;
export const keepSent = (text: string): void => storageOf('sessionStorage')?.setItem(KEY, text);
export const forgetSent = (): void => storageOf('sessionStorage')?.removeItem(KEY);

/** Whether a booking of this slot was sent before a reload, without a response. */
export const isSent = (slot: number): boolean => !!sentText()?.startsWith(`{"id":${slot},`);
