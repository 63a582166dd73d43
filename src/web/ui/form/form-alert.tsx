import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';

/** What went wrong with the whole form (or dialog), read out and scrolled to when it appears. Nothing to show: nothing there. */
export function FormAlert({ text }: { text: string | null | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text) place.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    <div ref={place} role="alert" className="empty:absolute">
      {text && (
        <p className="flex items-start gap-2.5 rounded-card bg-error-tint px-4 py-3 text-small text-error">
          <CircleAlert aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0" />
          {text}
        </p>
      )}
    </div>
  );
}
