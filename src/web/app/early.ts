import { WIDTHS_REM } from '../ui/frame.ts';

/**
 * This script is inlined in the head of every page and runs before its first paint. It chooses the frame for the stored role and the
 * screen, and hides the page if this role may not open it. Public pages are rendered for visitors, so it sets attributes on the document
 * for logged-in users, guests with tickets and booking links. Before hydration it records presses and shows the pressed buttons as busy;
 * after hydration it replays the presses. It prevents native form submission, which would put a password into the URL.
 * docs/spec/behaviour.md §7.12
 */
const root = document.documentElement;

interface Press {
  readonly control: Element;
  readonly waiting: Animation;
}

let pressed: Press[] = [];
let isStarted = false;
let isLeft = false;

type User = 'ADMIN' | 'TECHNICIAN' | 'CLIENT' | 'GUEST' | 'VISITOR';

let name = '';

function storedUser(): User {
  try {
    const storage = sessionStorage.getItem('token') ? sessionStorage : localStorage;
    name = storage.getItem('name') || storage.getItem('email') || '';
    if (!storage.getItem('token')) return localStorage.getItem('guest-tickets') ? 'GUEST' : 'VISITOR';
    const role = storage.getItem('role');
    // older releases stored a technician as ADMIN with a mark
    if (role === 'TECHNICIAN' || (role === 'ADMIN' && storage.getItem('technician'))) return 'TECHNICIAN';
    return role === 'ADMIN' ? role : 'CLIENT';
  } catch {
    return 'VISITOR'; // the browser blocks storage, so nobody is logged in
  }
}

/** Sets the attributes that the styles of public pages read. */
function mark(user: User): void {
  const isLink = /^#(termin|pomeri)=/.test(location.hash);
  if (isLink || user !== 'VISITOR') root.dataset.user = isLink ? 'LINK' : user;
  root.toggleAttribute('data-session', user !== 'VISITOR' && user !== 'GUEST');
  root.toggleAttribute('data-staff', user === 'ADMIN' || user === 'TECHNICIAN');
}

/** Puts the frame for the user and the screen into the page, before the first paint. Without one, the page stays hidden until it redirects. */
function chooseFrame(user: User): void {
  const { frames } = root.dataset; // for whom the page is as the server sent it; undefined on public pages
  if (frames === undefined) return;
  const key = user + WIDTHS_REM.filter((rem) => matchMedia(`(min-width: ${rem}rem)`).matches).length;
  root.toggleAttribute('data-hidden', !frames.split(' ').includes(key));
  const onParsed = () => {
    for (const form of document.forms) form.inert = true; // what is typed here would not reach the form that replaces it
    const frame = document.querySelector<HTMLTemplateElement>(`template[data-frame~=${key}]`);
    if (!frame) return;
    document.getElementById('app')?.replaceChildren(frame.content);
    const greeted = document.querySelector('[data-stored-name]');
    if (greeted) greeted.textContent = name; // makes the skeleton as long as the greeting
    delete root.dataset.hidden;
  };
  document.addEventListener('readystatechange', onParsed, { once: true });
}

/** The button, `<summary>` or checkbox label that was pressed; null for labels of text fields, which need no script. */
function controlAt(target: EventTarget | null): Element | null {
  const found = target instanceof Element ? target.closest('button, label, summary') : null;
  return found instanceof HTMLLabelElement && !found.control?.matches('[type=checkbox], [type=radio]')
    ? null
    : found;
}

/** Makes a control pulse like a skeleton. Animates from script, because the CSP forbids inline styles. */
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

const TIMES = /\d\d:\d\d - \d\d:\d\d/;

/** Shows a pressed time as chosen: on its button, and in the bar. The styles draw it, because React hydrates the contents of both. */
function showChosen(time: Element | null): void {
  for (const shown of document.querySelectorAll('[data-early]')) shown.removeAttribute('data-early');
  const text = time?.hasAttribute('aria-pressed') && TIMES.exec(time.textContent)?.[0];
  if (text)
    for (const place of [time, document.querySelector('.choice-bar p > :last-child')])
      place?.setAttribute('data-early', text);
}

function record(event: Event): void {
  const control = controlAt(event.target);
  if (event.type === 'click' && !control) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.type === 'click' && control && pressed.at(-1)?.control !== control) {
    pressed.push({ control, waiting: showWaiting(control) });
    if (control.hasAttribute('aria-pressed')) showChosen(control);
  }
}

/** Drops the recorded submit of a form in which the user types again: replaying it later could send a half-typed password. */
function cancelSubmit({ target }: Event): void {
  const buttons = (target as HTMLInputElement).form?.querySelectorAll('[type=submit]') ?? [];
  const isCancelled = ({ control }: Press): boolean => [...buttons].includes(control);
  pressed.filter(isCancelled).forEach(endWaiting);
  pressed = pressed.filter((press) => !isCancelled(press));
}

/** Returns the pressed control, or the control that replaced it when the page was rendered again. */
function currentControl(control: Element): Element | undefined {
  if (control.isConnected) return control;
  return [...document.querySelectorAll(control.localName)].find(
    (one) => one.textContent === control.textContent && one.ariaLabel === control.ariaLabel,
  );
}

function start(): void {
  isStarted = true;
  // the recorded presses are replayed in a new task, after the forms have taken over the typed text
  for (const name of ['user', 'session', 'staff', 'hidden']) delete root.dataset[name];
  pressed.forEach(endWaiting);
  setTimeout(() => {
    for (const kind of ['click', 'submit']) document.removeEventListener(kind, record, true);
    document.removeEventListener('input', cancelSubmit, true);
    replay();
  });
}

/** Replays one press per task: a press on a day must render its times before the press on a time is replayed. */
function replay(): void {
  const press = pressed.shift();
  if (!press) {
    showChosen(null);
    return;
  }
  (currentControl(press.control) as HTMLElement | undefined)?.click();
  setTimeout(replay);
}

const RELOADED_AT_KEY = 'reloaded-at'; // lib/routing/lazy-page.tsx uses the same key
const RELOAD_ONCE_IN_MS = 60_000;

/** Reloads a page that the browser had cached before a release and whose scripts are gone. Returns whether the server responded. */
async function reload(): Promise<boolean> {
  const last = Number(sessionStorage.getItem(RELOADED_AT_KEY));
  if (Date.now() - last < RELOAD_ONCE_IN_MS) return false;
  sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
  const { ok } = await fetch(location.href, { cache: 'reload' });
  if (ok) location.reload();
  return ok;
}

/** Keeps the static page, whose links still work, and shows a note that tells the user to reload it. */
function giveUp(): void {
  pressed.forEach(endWaiting);
  pressed = [];
  document.removeEventListener('click', record, true);
  const note = document.createElement('p');
  note.setAttribute('role', 'alert');
  note.className = 'bg-info-tint px-4 py-3 text-center text-info';
  note.textContent =
    root.dataset.note ?? 'Stranica se nije učitala do kraja. Osvežite je ili pozovite salon.';
  root.style.overflowAnchor = 'none'; // scroll anchoring would keep the note out of view, above the screen
  document.body.prepend(note);
  note.scrollIntoView();
}

async function onError({ target }: Event): Promise<void> {
  if (!(target instanceof HTMLScriptElement) || isStarted || isLeft) return;
  // gives up too if `reload` rejects: without a network, or if the browser forbids storage
  if (!(await reload().catch(() => false))) giveUp();
}

const user = storedUser();
mark(user);
chooseFrame(user);
// when the user leaves the page, browsers abort its requests: an aborted script must not cause a reload, which would cancel the navigation
for (const kind of ['beforeunload', 'pagehide'])
  addEventListener(kind, () => {
    isLeft = true;
  });
document.addEventListener('error', (event) => void onError(event), true);
for (const kind of ['click', 'submit']) document.addEventListener(kind, record, true);
document.addEventListener('input', cancelSubmit, true);
document.addEventListener('lunula:started', start, { once: true });
