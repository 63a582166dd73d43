import { TriangleAlert } from 'lucide-react';
import { refusalText } from '../../api/refusal/refusal-text.ts';
import type { Change } from './changes.ts';

/** 'Termin je u međuvremenu promenjen.', what exactly, and what to do now. */
export function ChangedMeanwhile({ changes }: { changes: readonly Change[] }) {
  return (
    <div
      role="alert"
      className="flex items-start gap-2.5 rounded-card bg-warn-tint px-4 py-3 text-small text-warn"
    >
      <TriangleAlert aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0" />
      <div className="grid min-w-0 gap-1.5 wrap-break-word">
        <p className="font-semibold">{refusalText('appointment_changed')}</p>
        <ul className="text-ink">
          {changes.map(({ name, from, to }) => (
            <li key={name}>
              {name}: <s className="text-soft">{from}</s> <span aria-hidden="true">→</span>
              <span className="sr-only">, sada</span> <b className="font-semibold">{to}</b>
            </li>
          ))}
        </ul>
        <p>Ono što ste upisali je ostalo. Proverite i sačuvajte ponovo.</p>
      </div>
    </div>
  );
}
