/** Limits the wait for an earlier response, so that a silent database does not delay later requests twice as long. */
const WAIT_FOR_EARLIER_MS = 100;

type Make<Response> = () => Promise<Response>;

interface InFlight<Response> {
  /** The latest response that is being made. */
  readonly making: Promise<Response>;
  /** Starts after it, for all requests that arrive meanwhile. */
  next?: Promise<Response>;
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
 * Concurrent requests with the same key share one response. A request never gets a response that was started before it arrived, as
 * that could miss an acknowledged change: requests that arrive while a response is made share the next one.
 * docs/decisions/0020-cached-free-slots.md
 */
export function coalesceRequests<Response>(): (key: string, make: Make<Response>) => Promise<Response> {
  const inFlight = new Map<string, InFlight<Response>>();

  function begin(key: string, make: Make<Response>): Promise<Response> {
    const current: InFlight<Response> = { making: make() };
    inFlight.set(key, current);
    const end = (): void => {
      if (inFlight.get(key) === current && !current.next) inFlight.delete(key);
    };
    current.making.then(end, end);
    return current.making;
  }

  return (key, make) => {
    const current = inFlight.get(key);
    if (!current) return begin(key, make);
    current.next ??= settled(current.making, WAIT_FOR_EARLIER_MS).then(() => begin(key, make));
    return current.next;
  };
}
