import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { toast as sonner, Toaster } from 'sonner';
import { t } from '#domain/language/translate.ts';
import { useIsWide } from '../browser.ts';
import { cx } from '../cx.ts';
import { keepOnTop } from './top-place.ts';

const TOAST_MS = 3500; // how long a toast is visible, docs/spec/product.md §9.5
const VISIBLE_COUNT = 5;
const VISIBLE_ON_PHONES_COUNT = 2;
const BELOW_HEAD = '6.5rem'; // below the head of a sheet of full height, whose close button stays free

const LOOKS: Record<ToastType, { icon: LucideIcon; colour: string }> = {
  success: { icon: CircleCheck, colour: 'bg-ok-tint text-ok' },
  error: { icon: CircleAlert, colour: 'bg-error-tint text-error' },
  warning: { icon: TriangleAlert, colour: 'bg-warn-tint text-warn' },
  info: { icon: Info, colour: 'bg-info-tint text-info' },
};

let isMounted = false;

/** The visible toasts: at the top right on wide screens; on phones at the bottom, or above a sheet, whose buttons are at the bottom. */
function Toasts({ isInDialog }: { isInDialog: boolean }) {
  const isWide = useIsWide();
  const place = isInDialog ? 'top-center' : 'bottom-center';
  return (
    <Toaster
      position={isWide ? 'top-right' : place}
      offset={{ top: 'var(--toast-top)', right: 24, bottom: 'var(--toast-foot)' }}
      mobileOffset={{
        top: BELOW_HEAD,
        left: 'var(--gap)',
        right: 'var(--gap)',
        bottom: 'var(--toast-foot)',
      }}
      visibleToasts={isWide ? VISIBLE_COUNT : VISIBLE_ON_PHONES_COUNT}
      swipeDirections={['left', 'right', isWide || isInDialog ? 'top' : 'bottom']}
      duration={TOAST_MS}
      expand
      gap={8}
      containerAriaLabel={t('Obaveštenja')}
      toastOptions={{ unstyled: true, classNames: { toast: 'w-full' } }}
    />
  );
}

function mountToaster(): void {
  if (isMounted) return;
  isMounted = true;
  const place = document.createElement('div');
  const root = createRoot(place);
  keepOnTop(place, (top, isInDialog) => {
    top.append(place);
    // renders synchronously: a toast published before the toaster is mounted would be lost
    flushSync(() => root.render(<Toasts isInDialog={isInDialog} />));
  });
  window.addEventListener('resize', findPlace);
  window.visualViewport?.addEventListener('resize', findPlace);
}

interface ToastBodyProps extends ToastOptions {
  type: ToastType;
  text: string;
  count: number;
  onDone: () => void;
}

function ToastBody({ type, text, title, action, more, count, onDone }: ToastBodyProps) {
  const { icon: Icon, colour } = LOOKS[type];
  const button = ({ label, onPress }: ToastAction, className?: string) => (
    <button
      type="button"
      onClick={() => {
        onPress();
        onDone();
      }}
      className={cx('min-h-11 rounded-card px-2 font-semibold text-link hover:bg-blush', className)}
    >
      {label}
    </button>
  );
  return (
    <div
      role={type === 'error' ? 'alert' : 'status'}
      className="flex w-full items-start gap-3 rounded-card bg-card py-1.5 pr-1.5 pl-4 text-small text-ink shadow-float max-md:mx-auto max-md:max-w-110 md:w-90"
    >
      <span className={cx('my-1.5 -ml-1 shrink-0 rounded-pill p-1.5', colour)}>
        <Icon />
      </span>
      <div className="min-w-0 flex-1 py-3 wrap-break-word">
        {title && <p className="font-semibold">{title}</p>}
        <p>{text}</p>
        {count > 1 && <p className="text-soft">{t('{count} puta', { count })}</p>}
        {more && button(more, 'mt-1 -mb-3 -ml-2')}
      </div>
      {action && button(action)}
      <button
        type="button"
        aria-label={t('Skloni poruku')}
        onClick={onDone}
        className={cx(
          'grid size-11 shrink-0 place-items-center rounded-card text-soft hover:bg-blush',
          action && '-ml-3',
        )}
      >
        <X size={18} />
      </button>
    </div>
  );
}

/** How often each visible toast was repeated: repeated toasts are counted, not stacked. */
const counts = new Map<string, number>();

let withButtonCount = 0;

/** The id of a toast. Equal toasts share it, unless they have a button: each undo button is different. */
const idOf = (type: ToastType, text: string, { id, action }: ToastOptions): string =>
  id ?? (action ? `${++withButtonCount}` : `${type} ${text}`);

export function showToast(type: ToastType, text: string, options: ToastOptions): void {
  mountToaster();
  findPlace();
  const id = idOf(type, text, options);
  const count = options.id ? 1 : (counts.get(id) ?? 0) + 1;
  counts.set(id, count);
  const forget = () => counts.delete(id);
  sonner.custom(
    () => <ToastBody type={type} text={text} {...options} count={count} onDone={() => sonner.dismiss(id)} />,
    { id, duration: options.durationMs ?? TOAST_MS, onDismiss: forget, onAutoClose: forget },
  );
}

const CLEARANCE_PX = 8;
const PLUS_RISES_PX = 32; // how far the raised plus button extends above the bottom navigation
const FOOT_BARS_PX = 160; // a bar with more than this much space below it is part of the page, not a bottom bar
const TOP_PX = 24;
const WIDTH_PX = 384; // width of a toast, including its distance from the screen's edge
const LOWEST_TOP = 0.4; // if the controls reach below this share of the window's height, the toast is at the top and covers them

/** Positions toasts: on a phone above the bottom bars, otherwise below the controls in the top right corner. */
function findPlace(): void {
  const { style } = document.documentElement;
  style.setProperty('--toast-foot', `${footPx()}px`);
  style.setProperty('--toast-top', `${topPx()}px`);
}

function footPx(): number {
  const seen = window.visualViewport;
  const keyboard = seen ? Math.max(0, window.innerHeight - seen.offsetTop - seen.height) : 0;
  const bars = [...document.querySelectorAll('nav.nav, [data-over-page]')]
    .map((bar) => ({ bar, ...bar.getBoundingClientRect().toJSON() }))
    .filter(({ bottom, height }) => height > 0 && window.innerHeight - bottom < FOOT_BARS_PX)
    .map(({ bar, top }) => window.innerHeight - top + (bar.localName === 'nav' ? PLUS_RISES_PX : 0));
  return Math.max(0, keyboard, ...bars) + CLEARANCE_PX;
}

function topPx(): number {
  const left = window.innerWidth - WIDTH_PX;
  const controls = [...document.querySelectorAll('main :is(button, a, input, select)')]
    .map((control) => control.getBoundingClientRect())
    .filter(({ right, width }) => right > left && width > 0 && width < WIDTH_PX)
    .toSorted((a, b) => a.top - b.top);
  const top = controls.reduce(
    (free, { top, bottom }) => (bottom > free && top < free + TOAST_PX ? bottom + CLEARANCE_PX : free),
    TOP_PX,
  );
  return top > window.innerHeight * LOWEST_TOP ? TOP_PX : top;
}

const TOAST_PX = 72;

export type ToastType = 'success' | 'error' | 'warning' | 'info';

interface ToastAction {
  label: string;
  onPress: () => void;
}

export interface ToastOptions {
  title?: string | undefined;
  action?: ToastAction;
  /** A second button, below the text. */
  more?: ToastAction | undefined;
  /** A fixed id: the toast replaces a visible toast with the same id. */
  id?: string;
  durationMs?: number;
}
