import { useMutation } from '@tanstack/react-query';
import { Copy, Download, Info } from 'lucide-react';
import type { Deposit } from '#contract/appointments.ts';
import { ipsCodeFields } from '#domain/payments/ips-code.ts';
import { clockOf } from '#domain/wall-clock.ts';
import { referenceText } from '#domain/wording/deposits.ts';
import { counted, formatNumber, HOURS } from '#domain/wording/numbers.ts';
import { logSilentFailure } from '../lib/api.ts';
import { copyText } from '../lib/device/copy.ts';
import { saveBlob } from '../lib/device/save-file.ts';
import { IpsCode, pngOf, qrOf } from '../lib/qr-code.tsx';
import { useSalon } from '../lib/queries/queries.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';

function CopyRow({ label, shown, copied }: { label: string; shown: string; copied: string }) {
  const copy = async () => {
    if (await copyText(copied)) toast('success', `${label}: kopirano.`);
    else toast('error', 'Kopiranje nije uspelo. Prepišite podatak.');
  };
  return (
    <li>
      <button
        type="button"
        aria-description="Kopiraj"
        onClick={copy}
        className="flex min-h-17 w-full items-center gap-4 px-5 py-2.5 text-left -outline-offset-2 transition-colors hover:bg-blush"
      >
        <span className="min-w-0 flex-1">
          <span className="block text-small text-soft">{label}</span>
          <span className="block tabular-nums wrap-anywhere">{shown}</span>
        </span>
        <Copy className="shrink-0 text-soft" />
      </button>
    </li>
  );
}

function SavePicture({ text }: { text: string }) {
  const save = useMutation({
    mutationFn: async () => saveBlob('kapara.png', await pngOf(qrOf(text, 'M'))),
    onError: (error) => {
      logSilentFailure('picture', error);
      toast('error', 'Greška pri pravljenju slike.');
    },
  });
  return (
    <Button icon={Download} isBlock isBusy={save.isPending} onClick={() => save.mutate()}>
      Sačuvaj sliku
    </Button>
  );
}

/** The refund rule in words: 'vraća se ako otkažete najkasnije 24 sata ranije'. */
function refundInWords(lateHours: number): string {
  return lateHours > 0
    ? `vraća se ako otkažete najkasnije ${counted(lateHours, HOURS)} ranije`
    : 'vraća se ako otkažete pre početka';
}

/** How to pay a deposit: a QR code, and the same data to copy. Shown in a ticket. docs/spec/behaviour.md §19.2 */
export default function DepositToPay({ deposit: { amount, until, qr } }: { deposit: Deposit }) {
  const { name, account, amount: typed, reference } = ipsCodeFields(qr);
  const lateHours = useSalon().data?.late_cancel_hours;
  return (
    <section aria-label="Kapara" className="-mx-5 mt-5 border-t border-line pt-5">
      <div className="px-5">
        <p className="text-center">
          <span className="time-xl">{formatNumber(amount)}</span> <span className="text-soft">din</span>
        </p>
        <p className="mb-4 text-center text-small text-soft">Skenirajte u aplikaciji banke, opcija IPS.</p>
        <IpsCode text={qr} label="IPS QR kod za kaparu" />
        <div className="mt-4">
          <SavePicture text={qr} />
        </div>
        <p className="mt-3 mb-4 text-small text-soft">
          Plaćate sa ovog telefona? Sačuvajte sliku, pa je učitajte u aplikaciji banke. Ili prepišite podatke:
        </p>
      </div>
      <ul aria-label="Podaci za uplatu" className="divide-y divide-line border-y border-line">
        <CopyRow label="Primalac" shown={name} copied={name} />
        <CopyRow label="Račun" shown={account} copied={account} />
        <CopyRow label="Iznos" shown={`${formatNumber(amount, 2)} din`} copied={typed} />
        <CopyRow label="Poziv na broj" shown={referenceText(reference)} copied={reference} />
      </ul>
      <p className="mx-5 mt-5 flex items-start gap-3 rounded-card bg-blush px-4 py-3 text-small">
        <Info className="mt-0.5 shrink-0 text-link" />
        <span>
          {`Salon potvrđuje uplatu čim stigne, i tada vam javljamo. Ako ne stigne do ${clockOf(until)}, termin se oslobađa. Kapara se odbija od cene`}
          {lateHours === undefined ? '.' : `; ${refundInWords(lateHours)}.`}
        </span>
      </p>
    </section>
  );
}
