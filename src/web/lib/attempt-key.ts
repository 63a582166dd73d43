const BYTES = 16;

/** A new Idempotency-Key. (`crypto.randomUUID` is missing on pages that a phone opens without https.) */
export const newAttemptKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
