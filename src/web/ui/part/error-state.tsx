import { CircleAlert, RotateCw } from 'lucide-react';
import { Button } from '../action/button.tsx';

export interface ErrorStateProps {
  /** The server's sentence or the screen's fallback. */
  text: string;
  onRetry: () => void;
  isRetrying?: boolean;
}

/** It could not be loaded; and a way to try again. */
export function ErrorState({ text, onRetry, isRetrying }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-3 rounded-card border border-line bg-card p-5 text-error"
    >
      <p className="flex items-start gap-2.5">
        <CircleAlert aria-hidden="true" size={20} strokeWidth={1.75} className="mt-0.5 shrink-0" />
        {text}
      </p>
      <Button variant="quiet" isSmall onClick={onRetry} isBusy={isRetrying}>
        {!isRetrying && <RotateCw aria-hidden="true" size={16} />}
        Pokušaj ponovo
      </Button>
    </div>
  );
}
