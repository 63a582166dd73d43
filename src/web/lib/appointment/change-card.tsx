import type { ReactNode } from 'react';
import { t } from '#domain/language/translate.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { reasonText } from '#domain/wording/told/reasons.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { sentence, typed } from '../../ui/sentence.tsx';
import { MovedRail } from './rail.tsx';

interface ChangeCardProps {
  /** What has changed: 'Salon je otkazao vaš termin u četvrtak, 3. decembra u 10:00.' */
  text: string;
  reason?: string | null;
  /** Of a moved booking: from which start to which. */
  moved?: Record<'from' | 'to', WallTime> | null;
  /** The links to the next step. */
  children: ReactNode;
  onSeen: () => void;
}

/** A change of a booking that its client or guest has not confirmed yet, with the next step. docs/spec/behaviour.md §5.24 */
export const ChangeCard = ({ text, reason, moved, children, onSeen }: ChangeCardProps) => (
  <Card className="wrap-break-word">
    <h2 className="text-h3">{text}</h2>
    {moved && (
      <div className="mt-4">
        <MovedRail {...moved} />
      </div>
    )}
    {reason && (
      <p className="mt-1 whitespace-pre-line text-soft">
        {sentence('Razlog: {reason}', {
          reason: reasonText(reason) === reason ? typed(reason) : reasonText(reason),
        })}
      </p>
    )}
    <div className="mt-4 flex flex-wrap gap-2 *:grow">
      {children}
      <Button variant="quiet" onClick={onSeen}>
        {t('U redu')}
      </Button>
    </div>
  </Card>
);
