import { depthHere, gate, keyIn, stateHere } from './entry.ts';

/** An open sheet, or a form that asks before the user leaves it. */
interface Step {
  /** The navigation key (`keyIn`) of the history entry in which the sheet or form was opened. */
  readonly key: string | null;
  readonly onBack: () => void;
}

let steps: readonly Step[] = [];
let queue: (() => void)[] = [];

/** Whether a history traversal that this file started is still running. */
let isTraversing = false;

const keyHere = (): string | null => keyIn(window.history.state);
const stepsHere = (): readonly Step[] => steps.filter(({ key }) => key === keyHere());

function traverse(count: number): void {
  isTraversing = true;
  window.history.go(count);
}

/** Adds or removes history entries until each open sheet or form has one. If a navigation is queued, removes all of them and then runs it. */
function settle(): void {
  if (isTraversing) return;
  const depth = depthHere();
  const wanted = queue.length > 0 ? 0 : stepsHere().length;
  if (depth > wanted) {
    traverse(wanted - depth);
  } else if (queue.length > 0) {
    const queued = queue;
    queue = [];
    for (const go of queued) go();
    settleLater();
  } else {
    for (let n = depth + 1; n <= wanted; n += 1) window.history.pushState(stateHere(n), '');
  }
}

/** Calls `settle` after React has unmounted the sheets that the last event closed. */
const settleLater = (): void => void setTimeout(settle);

function onPopState(): void {
  const open = stepsHere();
  if (isTraversing) isTraversing = false;
  else if (depthHere() < open.length) open.at(-1)?.onBack();
  settleLater();
}

let isWatching = false;

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  window.addEventListener('popstate', onPopState);
  gate.pass = (go) => {
    queue.push(go);
    settle();
  };
}

/** Gives an open sheet a history entry, so that Back calls `onBack`. Returns a function that removes the entry. */
export function addBackStep(onBack: () => void): () => void {
  watch();
  const step = { key: keyHere(), onBack };
  steps = [...steps, step];
  settleLater();
  return () => {
    steps = steps.filter((one) => one !== step);
    settleLater();
  };
}

/** Goes back to the previous page, past the entries of open sheets. */
export const leavePage = (): void => gate.pass(() => traverse(-1));
