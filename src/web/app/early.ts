/**
 * Stands inline at the head of every page that the server has rendered, before its first paint. Marks the page of a user who is
 * logged in, or came by the link of a booking: the server has not rendered what is their own. Keeps what is pressed before the
 * page answers, and does it then. Sends no form by itself, which would put a password into the address.
 * docs/spec/behaviour.md §7.12
 */
const root = document.documentElement;
const pressed: Element[] = [];

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

function keep(event: Event): void {
  const target = controlAt(event.target);
  if (event.type === 'click' && !target) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.type === 'click' && target && pressed.at(-1) !== target) pressed.push(target);
}

/** The same control where the page was rendered anew. */
function present(control: Element): Element | undefined {
  if (control.isConnected) return control;
  return [...document.querySelectorAll(control.localName)].find(
    (one) => one.textContent === control.textContent && one.ariaLabel === control.ariaLabel,
  );
}

function start(): void {
  // a form takes over what was typed first
  delete root.dataset.user;
  delete root.dataset.session;
  setTimeout(() => {
    for (const kind of ['click', 'submit']) document.removeEventListener(kind, keep, true);
    again();
  });
}

/** One after the other: a day that was pressed has brought its own times when the time is pressed. */
function again(): void {
  const control = pressed.shift();
  if (!control) return;
  (present(control) as HTMLElement | undefined)?.click();
  setTimeout(again);
}

const RELOADED_AT_KEY = 'reloaded-at'; // lib/lazy-page.ts has the same
const RELOAD_ONCE_IN_MS = 60_000;

/** An old page, kept by the browser over a release, asks for scripts that are gone: it is loaded anew, if the salon answers. */
async function renew({ target }: Event): Promise<void> {
  if (!(target instanceof HTMLScriptElement)) return;
  const last = Number(sessionStorage.getItem(RELOADED_AT_KEY));
  if (Date.now() - last < RELOAD_ONCE_IN_MS) return;
  sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
  const { ok } = await fetch(location.href, { cache: 'reload' });
  if (ok) location.reload();
}

mark();
// without a network, or where storage is forbidden, the page stays: it can be read
document.addEventListener('error', (event) => void renew(event).catch(() => undefined), true);
for (const kind of ['click', 'submit']) document.addEventListener(kind, keep, true);
document.addEventListener('lunula:started', start, { once: true });
