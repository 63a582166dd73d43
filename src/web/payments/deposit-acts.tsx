import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DepositAction } from '#domain/payments/deposits.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import { errorText, request } from '../lib/api.ts';
import { useParsedForm } from '../lib/forms/submit-form.ts';
import { appointmentQueries } from '../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/form.tsx';
import { toast } from '../ui/toast.ts';
import { AmountField, amountIn } from './forms.tsx';

const FALLBACK = 'Greška pri čuvanju kapare.';
const DONE = {
  RECEIVED: 'Uplata je upisana.',
  WAIVED: 'Kapara je oproštena.',
  REFUNDED: 'Povraćaj je upisan.',
  KEPT: 'Kapara je zadržana.',
} as const satisfies Record<DepositAction, string>;

interface Act {
  action: DepositAction;
  /** The amount in dinars; by default the whole deposit. */
  amount?: number;
}

/** Returns a mutation that records an action of the owner on a deposit. docs/spec/behaviour.md §19.2 */
export function useDepositAct(id: number, onError?: (error: Error) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Act) => request('POST /appointments/{id}/deposit', { params: { id }, body }),
    onSuccess: (saved, { action }) => {
      queries.setQueryData(appointmentQueries.one(id).queryKey, saved);
      toast('success', DONE[action]);
    },
    onError: onError ?? ((error) => toast('error', errorText(error, FALLBACK))),
    onSettled: useInvalidateAppointments(),
  });
}

const TITLES = { RECEIVED: 'Primljena kapara', REFUNDED: 'Vraćanje kapare' } as const;

export interface DepositAmountProps {
  id: number;
  action: keyof typeof TITLES;
  amount: number;
  onClose: () => void;
}

export function DepositAmountDialog({ id, action, amount, onClose }: DepositAmountProps) {
  const act = useDepositAct(id, () => undefined); // ignores the error here: the form shows it
  const form = useParsedForm({
    start: { amount: formatNumber(amount) },
    parse: ({ amount: typed }) => amountIn('amount', typed),
    send: (number: number) => act.mutateAsync({ action, amount: number }),
    fallback: FALLBACK,
    onDone: onClose,
  });
  return (
    <Dialog title={TITLES[action]} onClose={onClose} hasCloseButton={false}>
      <DialogForm form={form} submit={action === 'RECEIVED' ? 'Primljeno' : 'Vraćeno'}>
        <AmountField
          {...form.field('amount')}
          label="Iznos u dinarima"
          hint="Upisuje se kao IPS uplata. Lunula ne izdaje račun: primljen avans može biti i fiskalni događaj."
        />
      </DialogForm>
    </Dialog>
  );
}
