import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { toast as sonner, Toaster } from 'sonner';
import { cx } from './cx.ts';

const TOAST_MS = 3500; // docs/spec/product.md §9.5
const VISIBLE_COUNT = 5;

const LOOKS: Record<ToastType, { icon: LucideIcon; colour: string }> = {
  success: { icon: CircleCheck, colour: 'bg-ok-tint text-ok' },
  error: { icon: CircleAlert, colour: 'bg-error-tint text-error' },
  warning: { icon: TriangleAlert, colour: 'bg-warn-tint text-warn' },
  info: { icon: Info, colour: 'bg-info-tint text-info' },
};

let isMounted = false;

function mountToaster(): void {
  if (isMounted) return;
  isMounted = true;
  const place = document.body.appendChild(document.createElement('div'));
  // the toaster listens only once it is mounted: a toast published before would be lost
  flushSync(() =>
    createRoot(place).render(
      <Toaster
        position="top-right"
        visibleToasts={VISIBLE_COUNT}
        duration={TOAST_MS}
        expand
        gap={8}
        containerAriaLabel="Obaveštenja"
        toastOptions={{ unstyled: true, classNames: { toast: 'w-full' } }}
      />,
    ),
  );
}

function ToastBody({
  type,
  text,
  title,
  action,
  onDone,
}: ToastOptions & { type: ToastType; text: string; onDone: () => void }) {
  const { icon: Icon, colour } = LOOKS[type];
  const press = () => {
    action?.onPress();
    onDone();
  };
  return (
    <div
      role={type === 'error' ? 'alert' : undefined}
      className="flex w-full items-start gap-3 rounded-card bg-card px-4 py-3.5 text-small text-ink shadow-float md:w-90"
    >
      <span className={cx('-my-0.5 -ml-1 shrink-0 rounded-pill p-1.5', colour)}>
        <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1 py-1 wrap-break-word">
        {title && <p className="font-semibold">{title}</p>}
        <p>{text}</p>
      </div>
      {action && (
        <button
          type="button"
          onClick={press}
          className="-my-2 min-h-11 rounded-card px-2 font-semibold text-link hover:bg-blush"
        >
          {action.label}
        </button>
      )}
    </div>
  );
}

export function showToast(type: ToastType, text: string, options: ToastOptions): void {
  mountToaster();
  sonner.custom(
    (id) => <ToastBody type={type} text={text} {...options} onDone={() => sonner.dismiss(id)} />,
    { duration: options.durationMs ?? TOAST_MS, ...(options.id && { id: options.id }) },
  );
}

export type ToastType = 'success' | 'error' | 'warning' | 'info';

export interface ToastOptions {
  /** A line above the text. */
  title?: string | undefined;
  /** A button in the toast, e.g. 'Poništi'. */
  action?: { label: string; onPress: () => void };
  /** Takes the place of the one of this name that is still shown. */
  id?: string;
  /** Instead of 3500 ms. */
  durationMs?: number;
}
