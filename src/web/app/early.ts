/**
 * Stands inline at the head of every page that the server has rendered, before its first paint. Marks the page of a user who is
 * logged in, whose own parts the server has not rendered; keeps what is pressed before the page answers, and does it then; sends
 * no form by itself, which would put a password into the address. docs/spec/behaviour.md §7.8
 */
const root = document.documentElement;
const pressed: Element[] = [];

function mark(): void {
  try {
    const storage = sessionStorage.getItem('token') ? sessionStorage : localStorage;
    if (storage.getItem('token'))
      root.dataset.user = storage.getItem('role') === 'ADMIN' ? 'ADMIN' : 'CLIENT';
    else if (localStorage.getItem('guest-tickets')) root.dataset.user = 'GUEST';
  } catch {
    // a browser that forbids storage: nobody is logged in
  }
}

function keep(event: Event): void {
  const target = event.target instanceof Element ? event.target.closest('button, label, summary') : null;
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
  setTimeout(() => {
    for (const kind of ['click', 'submit']) document.removeEventListener(kind, keep, true);
    for (const control of pressed) (present(control) as HTMLElement | undefined)?.click();
  });
}

mark();
for (const kind of ['click', 'submit']) document.addEventListener(kind, keep, true);
document.addEventListener('lunula:started', start, { once: true });
