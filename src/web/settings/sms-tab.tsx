import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { ResponseBody } from '#contract/index.ts';
import { momentInWords } from '#domain/wording/dates.ts';
import { errorText, request } from '../lib/api.ts';
import { useToday } from '../lib/clock/clock.ts';
import { POLLED, queryOf, useSalon } from '../lib/queries/queries.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { List, ListItem } from '../ui/list.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { Warning } from '../ui/warning.tsx';
import type { SettingsForm } from './save-settings.ts';
import { NumberRow, SwitchRow } from './setting-rows.tsx';
import { PartHeading } from './settings-form.tsx';

const smsQuery = queryOf(['sms'], 'GET /sms');
type Sms = ResponseBody<'GET /sms'>['sends'][number];

const KINDS: Readonly<Record<string, string>> = {
  REMINDER: 'podsetnik',
  DELAY: 'salon kasni',
  CANCELLED: 'otkazan termin',
  MOVED: 'pomeren termin',
  HOLD_ENDED: 'istekla kapara',
  REQUEST_ACCEPTED: 'potvrđen termin',
  REQUEST_DECLINED: 'odbijen zahtev',
  REQUEST_LAPSED: 'istekao zahtev',
  TEST: 'proba',
};
const OUTCOMES = {
  SENDING: 'šalje se',
  SENT: 'poslato',
  FAILED: 'nije poslato',
  UNKNOWN: 'ne zna se',
} as const;

const SENT = [
  'Podsetnik dan ranije',
  'Salon je otkazao ili pomerio termin',
  'Salon kasni',
  'Istekao je rok za kaparu ili zahtev',
];

function SmsRow({ sms: { to, kind, at, outcome } }: { sms: Sms }) {
  const today = useToday();
  return (
    <ListItem
      title={<span className="tabular-nums">{to}</span>}
      note={`${KINDS[kind] ?? kind}, ${momentInWords(at, today)}`}
      after={
        <span
          className={outcome === 'UNKNOWN' ? 'text-small font-semibold text-warn' : 'text-small text-soft'}
        >
          {OUTCOMES[outcome]}
        </span>
      }
    />
  );
}

/** Sends a test message to a typed number, at first the salon's. */
function Try() {
  const queries = useQueryClient();
  const phone = useSalon().data?.phone ?? '';
  const [to, setTo] = useState<string | null>(null);
  const sending = useMutation({
    mutationFn: () => request('POST /sms/test', { body: { to: to ?? phone } }),
    onSuccess: () => toast('success', 'Probna poruka se šalje.'),
    onError: (error) => toast('error', errorText(error, 'Greška pri slanju.')),
    onSettled: () => queries.invalidateQueries(smsQuery),
  });
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField
        label="Broj za probu"
        type="tel"
        autoComplete="off"
        value={to ?? phone}
        onChange={setTo}
        className="min-w-40 flex-1"
      />
      <Button
        variant="quiet"
        isBusy={sending.isPending}
        onClick={() => sending.isPending || sending.mutate()}
      >
        Probaj
      </Button>
    </div>
  );
}

/** SMS through the phone in the salon, and the last ones. docs/spec/behaviour.md §29.8 */
export function SmsTab({ form }: { form: Pick<SettingsForm, 'field'> }) {
  const { data } = useQuery({ ...smsQuery, ...POLLED });
  return (
    <div className="grid gap-4">
      <div className="divide-y divide-line rounded-card border border-line bg-card">
        <SwitchRow
          label="Šalji SMS"
          hint="Preko telefona u salonu, o trošku njegove kartice."
          field={form.field('sms')}
        />
        <NumberRow
          label="Najviše na dan"
          hint={data && `Danas poslato ${data.sent_today}.`}
          unit="poruka"
          field={form.field('sms_per_day')}
        />
      </div>
      {data && !data.connected && (
        <Warning>Telefon u salonu nije povezan. Javite se onome ko je postavio program.</Warning>
      )}
      {data?.connected && (
        <>
          <p className="flex items-center gap-2 text-ok">
            <Smartphone size={20} />
            Telefon u salonu je povezan
          </p>
          <Try />
        </>
      )}
      <PartHeading className="mt-4 text-h3">Šta se šalje</PartHeading>
      <ul className="grid gap-2">
        {SENT.map((text) => (
          <li key={text} className="flex items-center gap-2">
            <Check size={18} className="shrink-0 text-ok" />
            {text}
          </li>
        ))}
      </ul>
      <p className="text-small text-soft">
        Samo onima do kojih ne stiže ni obaveštenje ni mejl, najviše dva SMS-a dugo. Od 20 do 9 h se ne šalje.
      </p>
      {data && data.sends.length > 0 && (
        <>
          <PartHeading className="mt-4 text-h3">Poslednje</PartHeading>
          <List>
            {data.sends.map((sms) => (
              <SmsRow key={sms.id} sms={sms} />
            ))}
          </List>
          <p className="text-small text-soft">
            Gde se ishod ne zna, SMS se ne šalje ponovo: javite joj iz spiska „Sutra“.
          </p>
        </>
      )}
    </div>
  );
}
