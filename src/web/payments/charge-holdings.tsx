import { useQuery } from '@tanstack/react-query';
import { Check, TicketPercent } from 'lucide-react';
import { useState } from 'react';
import type { VisibleAppointment } from '#contract/appointments.ts';
import type { Holding } from '#contract/payments/holdings.ts';
import { leftInWords, validUntil } from '#domain/payments/holding-wording.ts';
import { errorText, request } from '../lib/api.ts';
import { useToday } from '../lib/clock/clock.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { VisitMoons } from '../ui/visit-moons.tsx';
import { holdingQueries } from './payments.ts';

/** The packages and vouchers of the person of an appointment, with those that were used for it. */
export const useHoldingsOf = (id: number) => useQuery(holdingQueries.ofAppointment(id)).data?.holdings ?? [];

const CARD =
  'grid w-full gap-1 rounded-card border border-edge bg-card px-4 py-3 text-left transition-colors hover:bg-blush aria-pressed:border-link aria-pressed:bg-blush aria-pressed:shadow-[inset_0_0_0_1px_var(--color-link)]';

interface HoldingButtonProps {
  held: Holding;
  isChosen: boolean;
  onToggle: () => void;
}

/** One tap pays with it: 'Paket: preostalo 4 od 11'. */
function HoldingButton({ held, isChosen, onToggle }: HoldingButtonProps) {
  const today = useToday();
  const { kind, plan, visits, visits_left, expires_on } = held;
  return (
    <button type="button" aria-pressed={isChosen} onClick={onToggle} className={CARD}>
      <span className="flex items-center justify-between gap-3 font-semibold">
        {`${kind === 'PACKAGE' ? 'Paket' : 'Vaučer'}: ${leftInWords(held)}`}
        {isChosen && <Check size={20} className="shrink-0 text-link" />}
      </span>
      <span className="text-small text-soft tabular-nums">
        {[plan?.name, validUntil(expires_on, today)].filter(Boolean).join(', ')}
      </span>
      {visits !== null && <VisitMoons visits={visits} left={visits_left ?? 0} isNextMarked={isChosen} />}
    </button>
  );
}

interface PackagesProps {
  row: VisibleAppointment;
  packages: readonly Holding[];
  chosen: string;
  onChoose: (id: string) => void;
}

/** The packages that fit, each one tap; one that is in the name of somebody else asks first. docs/spec/behaviour.md §32.2 */
export function Packages({ row, packages, chosen, onChoose }: PackagesProps) {
  const [asked, setAsked] = useState<Holding | null>(null);
  const toggle = (held: Holding) => {
    if (String(held.id) === chosen) onChoose('');
    else if (held.person_id === row.person_id) onChoose(String(held.id));
    else setAsked(held);
  };
  return (
    <>
      {packages.map((held) => (
        <HoldingButton
          key={held.id}
          held={held}
          isChosen={String(held.id) === chosen}
          onToggle={() => toggle(held)}
        />
      ))}
      {asked && (
        <ConfirmDialog
          text={`Paket je na ime ${asked.person_name ?? 'druge osobe'}. Skinuti posetu sa njega?`}
          giveUp="Ne"
          action="Skini posetu"
          onConfirm={() => {
            onChoose(String(asked.id));
            setAsked(null);
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
}

interface VouchersProps {
  vouchers: readonly Holding[];
  chosen: string;
  onChoose: (id: string) => void;
  onFound: (held: Holding) => void;
}

/** The vouchers that are known, and a field for the code of another one. */
export function Vouchers({ vouchers, chosen, onChoose, onFound }: VouchersProps) {
  const [code, setCode] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const find = async () => {
    try {
      const { holdings } = await request('GET /holdings', { query: { code: code ?? '' } });
      const found = holdings.find(({ kind, state }) => kind === 'VOUCHER' && state === 'OPEN');
      if (!found) return setError('Nema važećeg vaučera sa tim kodom.');
      setError(null);
      setCode(null);
      onFound(found);
    } catch (failure) {
      setError(errorText(failure, 'Greška pri traženju vaučera.'));
    }
  };
  return (
    <>
      {vouchers.map((held) => {
        const isChosen = String(held.id) === chosen;
        return (
          <HoldingButton
            key={held.id}
            held={held}
            isChosen={isChosen}
            onToggle={() => onChoose(isChosen ? '' : String(held.id))}
          />
        );
      })}
      {code === null ? (
        <button
          type="button"
          onClick={() => setCode('')}
          className="flex min-h-11 items-center gap-2 justify-self-start font-semibold text-link hover:underline"
        >
          <TicketPercent size={20} />
          Vaučer
        </button>
      ) : (
        <div className="grid grid-cols-[1fr_auto] items-end gap-2">
          <TextField label="Kod vaučera" value={code} onChange={setCode} error={error} autoComplete="off" />
          <Button variant="quiet" onClick={() => void find()}>
            Nađi
          </Button>
        </div>
      )}
    </>
  );
}
