import { logSilentFailure } from '../api.ts';

/** Copies the text and returns whether it worked. It fails without HTTPS or permission; the user can copy by hand. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    logSilentFailure('clipboard', error);
    return false;
  }
}
