/** How long a request waits for an equal earlier request before it computes its own response. Short, because the earlier request may hang. */
const WAIT_FOR_EARLIER_MS = 100;

type Make<Response> = () => Promise<Response>;

interface InFlight<Response> {
  readonly making: Promise<Response>;
  /** The next response, for all requests that arrive while the current response is made. */
  next?: Promise<Response>;
}

const settled = (promise: Promise<unknown>, mostMs: number): Promise<unknown> =>
  Promise.race([promise.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, mostMs))]);

/** Requests that arrive while a response is being made share the next response, because the current response may be stale. docs/decisions/0020-cached-free-slots.md */
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
