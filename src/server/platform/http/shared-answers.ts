/** A database that says nothing must not hold up those who asked later twice as long. */
const WAIT_FOR_EARLIER_MS = 100;

type Make<Answer> = () => Promise<Answer>;

interface Asked<Answer> {
  /** The last one that has begun. */
  readonly making: Promise<Answer>;
  /** Begins after it, for all who ask meanwhile. */
  next?: Promise<Answer>;
}

/** Settles once the promise has, however it does, or after so long. */
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
 * Those who ask for the same at the same time get one answer. Nobody gets one whose making began before they asked, which could
 * miss what was answered to somebody meanwhile: who comes while an answer is made shares the next.
 * docs/decisions/0020-answers-that-are-kept.md
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
