/** The value of a text that was stored as JSON; null without a text, and for one that other code wrote. */
export function storedValue<T>(text: string | null, isOurs: (value: unknown) => value is T): T | null {
  if (!text) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isOurs(value) ? value : null;
  } catch {
    return null; // no JSON
  }
}
