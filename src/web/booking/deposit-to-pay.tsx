import { useMutation } from '@tanstack/react-query';
import { Copy, Download, Info } from 'lucide-react';
import type { Deposit } from '#contract/appointments.ts';
import { t } from '#domain/language/translate.ts';
import { ipsCodeFields } from '#domain/payments/ips-code.ts';
import { clockOf } from '#domain/wall-clock.ts';
import { referenceText, refundInWords } from '#domain/wording/deposits.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import { logSilentFailure } from '../lib/api.ts';
import { copyText } from '../lib/device/copy.ts';
import { saveBlob, savesFiles } from '../lib/device/save-file.ts';
import { IpsCode, pngOf, qrOf } from '../lib/qr-code.tsx';
import { useSalon } from '../lib/queries/queries.ts';
import { useSession } from '../lib/session/session.ts';
import { Button } from '../ui/button.tsx';
import { sentence } from '../ui/sentence.tsx';
import { toast } from '../ui/toasts/toast.ts';

function CopyRow({ label, shown, copied }: { label: string; shown: string; copied: string }) {
  const copy = async () => {
    if (await copyText(copied)) toast('success', t('{label}: kopirano.', { label }));
    else toast('error', t('Kopiranje nije uspelo. Prepišite podatak.'));
  };
  return (
    <li>
      <button
        type="button"
        aria-description={t('Kopiraj')}
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

/** Saves the code as a picture; where that can't be done, shows one that a long press saves. */
function SavePicture({ text, label }: { text: string; label: string }) {
  const save = useMutation({
    mutationFn: async () => {
      const picture = await pngOf(qrOf(text, 'M'));
      if (!savesFiles()) return URL.createObjectURL(picture);
      saveBlob('kapara.png', picture);
      return null;
    },
    onError: (error) => {
      logSilentFailure('picture', error);
      toast('error', t('Greška pri pravljenju slike.'));
    },
  });
  if (save.data)
    return (
      <figure className="text-center">
        <img src={save.data} alt={label} className="mx-auto w-60 rounded-event" />
        <figcaption>{t('Zadržite prst na slici, pa je sačuvajte.')}</figcaption>
      </figure>
    );
  return (
    <Button icon={Download} isBlock isBusy={save.isPending} onClick={() => save.mutate()}>
      {t('Sačuvaj sliku')}
    </Button>
  );
}

/** How to pay a deposit: a QR code, and the same data to copy. Shown in a ticket. docs/spec/behaviour.md §19.2 */
export default function DepositToPay({ deposit: { amount, until, qr } }: { deposit: Deposit }) {
  const { name, account, amount: typed, reference } = ipsCodeFields(qr);
  const label = t('IPS QR kod za kaparu');
  const isClient = useSession()?.role === 'CLIENT';
  const lateHours = useSalon().data?.late_cancel_hours;
  return (
    <section aria-label={t('Kapara')} className="-mx-5 mt-5 border-t border-line pt-5">
      <div className="px-5">
        <p className="text-center text-soft">
          {sentence('{amount} din', {
            amount: <span className="time-xl text-ink">{formatNumber(amount)}</span>,
          })}
        </p>
        <p className="mb-4 text-center text-small text-soft">
          {t('Skenirajte u aplikaciji banke, opcija IPS.')}
        </p>
        <IpsCode text={qr} label={label} />
        <div className="mt-4">
          <SavePicture text={qr} label={label} />
        </div>
        <p className="mt-3 mb-4 text-small text-soft">
          {t(
            'Plaćate sa ovog telefona? Sačuvajte sliku, pa je učitajte u aplikaciji banke. Ili prepišite podatke:',
          )}
        </p>
      </div>
      <ul aria-label={t('Podaci za uplatu')} className="divide-y divide-line border-y border-line">
        <CopyRow label={t('Primalac')} shown={name} copied={name} />
        <CopyRow label={t('Račun')} shown={account} copied={account} />
        <CopyRow
          label={t('Iznos')}
          shown={t('{amount} din', { amount: formatNumber(amount, 2) })}
          copied={typed}
        />
        <CopyRow label={t('Poziv na broj')} shown={referenceText(reference)} copied={reference} />
      </ul>
      <p className="mx-5 mt-5 flex items-start gap-3 rounded-card bg-blush px-4 py-3 text-small">
        <Info className="mt-0.5 shrink-0 text-link" />
        <span>
          {[
            t(
              isClient
                ? 'Salon potvrđuje uplatu čim stigne, i tada vam javljamo.'
                : 'Salon potvrđuje uplatu čim stigne; tada to piše ovde.',
            ),
            t('Ako ne stigne do {time}, termin se oslobađa.', { time: clockOf(until) }),
            lateHours === undefined
              ? t('Kapara se odbija od cene.')
              : t('Kapara se odbija od cene; {refund}.', { refund: refundInWords(lateHours) }),
          ].join(' ')}
        </span>
      </p>
    </section>
  );
}
