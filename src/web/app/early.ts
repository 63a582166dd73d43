/**
 * Stands inline at the head of every page that the server has rendered, before its first paint. Marks the page of a user who is
 * logged in, or came by the link of a booking: the server has not rendered what is their own. Keeps what is pressed before the
 * page answers, shows that it waits, and does it then. Sends no form by itself, which would put a password into the address.
 * docs/spec/behaviour.md §7.12
 */
const root = document.documentElement;

interface Press {
  readonly control: Element;
  readonly waiting: Animation;
}

let pressed: Press[] = [];
let isStarted = false;

function mark(): void {
  try {
    const storage = sessionStorage.getItem('token') ? sessionStorage : localStorage;
    if (storage.getItem('token')) {
      root.dataset.session = '';
      root.dataset.user = storage.getItem('role') === 'ADMIN' ? 'ADMIN' : 'CLIENT';
    } else if (localStorage.getItem('guest-tickets')) root.dataset.user = 'GUEST';
    if (/^#(termin|pomeri)=/.test(location.hash)) root.dataset.user = 'LINK';
  } catch {
    // a browser that forbids storage: nobody is logged in
  }
}

/** A label does not count that only leads into a text field: the browser does that, and the field may have been left since. */
function controlAt(target: EventTarget | null): Element | null {
  const found = target instanceof Element ? target.closest('button, label, summary') : null;
  return found instanceof HTMLLabelElement && !found.control?.matches('[type=checkbox], [type=radio]')
    ? null
    : found;
}

/** Like the parts of a page that are still to come; by itself, for styles inside the page are not allowed. */
function showWaiting(control: Element): Animation {
  control.setAttribute('aria-busy', 'true');
  const from = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0.55 : 1;
  return control.animate(
    { opacity: [from, 0.55] },
    { duration: 700, direction: 'alternate', iterations: Number.POSITIVE_INFINITY },
  );
}

function endWaiting({ control, waiting }: Press): void {
  control.removeAttribute('aria-busy');
  waiting.cancel();
}

function keep(event: Event): void {
  const control = controlAt(event.target);
  if (event.type === 'click' && !control) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.type === 'click' && control && pressed.at(-1)?.control !== control)
    pressed.push({ control, waiting: showWaiting(control) });
}

/** Who types on in a form does not want it sent yet: half a password would be. */
function takeBack({ target }: Event): void {
  const buttons = (target as HTMLInputElement).form?.querySelectorAll('[type=submit]') ?? [];
  const isTakenBack = ({ control }: Press): boolean => [...buttons].includes(control);
  pressed.filter(isTakenBack).forEach(endWaiting);
  pressed = pressed.filter((press) => !isTakenBack(press));
}

/** The same control where the page was rendered anew. */
function present(control: Element): Element | undefined {
  if (control.isConnected) return control;
  return [...document.querySelectorAll(control.localName)].find(
    (one) => one.textContent === control.textContent && one.ariaLabel === control.ariaLabel,
  );
}

function start(): void {
  isStarted = true;
  // a form takes over what was typed first
  delete root.dataset.user;
  delete root.dataset.session;
  pressed.forEach(endWaiting);
  setTimeout(() => {
    for (const kind of ['click', 'submit']) document.removeEventListener(kind, keep, true);
    document.removeEventListener('input', takeBack, true);
    again();
  });
}

/** One after the other: a day that was pressed has brought its own times when the time is pressed. */
function again(): void {
  const press = pressed.shift();
  if (!press) return;
  (present(press.control) as HTMLElement | undefined)?.click();
  setTimeout(again);
}

const RELOADED_AT_KEY = 'reloaded-at'; // lib/lazy-page.ts has the same
const RELOAD_ONCE_IN_MS = 60_000;

/** An old page, kept by the browser over a release, asks for scripts that are gone: it is loaded anew, if the salon answers. */
async function renewed(): Promise<boolean> {
  const last = Number(sessionStorage.getItem(RELOADED_AT_KEY));
  if (Date.now() - last < RELOAD_ONCE_IN_MS) return false;
  sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
  const { ok } = await fetch(location.href, { cache: 'reload' });
  if (ok) location.reload();
  return ok;
}

/** The page stays as it is: it can be read, its links lead on by themselves, and it says what to do. */
function giveUp(): void {
  pressed.forEach(endWaiting);
  pressed = [];
  document.removeEventListener('click', keep, true);
  const note = document.createElement('p');
  note.setAttribute('role', 'alert');
  note.className = 'bg-info-tint px-4 py-3 text-center text-info';
  note.textContent = 'Stranica se nije učitala do kraja. Osvežite je ili pozovite salon.';
  root.style.overflowAnchor = 'none'; // else the browser keeps what stood at the top where it was, and the note above the screen
  document.body.prepend(note);
  note.scrollIntoView();
}

async function onError({ target }: Event): Promise<void> {
  if (!(target instanceof HTMLScriptElement) || isStarted) return;
  // without a network, or where storage is forbidden, it can't be loaded anew
  if (!(await renewed().catch(() => false))) giveUp();
}

mark();
document.addEventListener('error', (event) => void onError(event), true);
for (const kind of ['click', 'submit']) document.addEventListener(kind, keep, true);
document.addEventListener('input', takeBack, true);
document.addEventListener('lunula:started', start, { once: true });
