/** Limits the wait for an earlier answer, so that a silent database does not delay later requests twice as long. */
const WAIT_FOR_EARLIER_MS = 100;

type Make<Answer> = () => Promise<Answer>;

interface Asked<Answer> {
  /** The latest answer that is being made. */
  readonly making: Promise<Answer>;
  /** Starts after it, for all requests that arrive meanwhile. */
  next?: Promise<Answer>;
}

/** Resolves when the promise settles, or after `mostMs`. */
const settled = (promise: Promise<unknown>, mostMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, mostMs);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    promise.then(end, end);
  });

/**
 * Concurrent requests with the same key share one answer. A request never gets an answer that was started before it arrived, which
 * could miss a change that was acknowledged meanwhile: requests that arrive while an answer is made share the next one.
 * docs/decisions/0020-cached-free-slots.md
 */
export function shareAnswers<Answer>(): (key: string, make: Make<Answer>) => Promise<Answer> {
  const asked = new Map<string, Asked<Answer>>();

  function begin(key: string, make: Make<Answer>): Promise<Answer> {
    const current: Asked<Answer> = { making: make() };
    asked.set(key, current);
    const end = (): void => {
      if (asked.get(key) === current && !current.next) asked.delete(key);
    };
    current.making.then(end, end);
    return current.making;
  }

  return (key, make) => {
    const current = asked.get(key);
    if (!current) return begin(key, make);
    current.next ??= settled(current.making, WAIT_FOR_EARLIER_MS).then(() => begin(key, make));
    return current.next;
  };
}
