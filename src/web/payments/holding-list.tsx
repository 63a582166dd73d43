import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, Download, Ellipsis, Plus, Printer, Undo2, Wallet } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Holding } from '#contract/payments/holdings.ts';
import type { PersonDetails } from '#contract/people.ts';
import { leftInWords, validUntil } from '#domain/payments/holding-wording.ts';
import { codeText } from '#domain/payments/holdings.ts';
import { dateOf, isWallDate } from '#domain/wall-clock.ts';
import { displayDate } from '#domain/wording/dates.ts';
import { shortDay, whenTold } from '#domain/wording/near-days.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';
import { useToday } from '../lib/clock/clock.ts';
import { csvText } from '../lib/csv.ts';
import { saveFile } from '../lib/device/save-file.ts';
import { useParsedForm } from '../lib/forms/submit-form.ts';
import { useMenu } from '../lib/menu/use-menu.tsx';
import { usePaymentsOn } from '../lib/queries/admin-queries.ts';
import { asPicked } from '../lib/queries/people-queries.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { DayField } from '../ui/date-time/date-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/form.tsx';
import { List } from '../ui/list.tsx';
import { VisitMoons } from '../ui/visit-moons.tsx';
import { AmountField, amountIn, VoidDialog } from './forms.tsx';
import { dinars, holdingQueries } from './payments.ts';
import SellDialog from './sell-dialog.tsx';

const STATES = { OPEN: null, USED_UP: 'potrošen', EXPIRED: 'istekao', CLOSED: 'zatvoren' } as const;
type Act = 'extend' | 'refund' | 'void';

const nameOf = ({ plan, code }: Holding): string => plan?.name ?? `Poklon-vaučer ${codeText(code ?? '')}`;

function ExtendDialog({ held, onClose }: { held: Holding; onClose: () => void }) {
  const form = useParsedForm({
    start: { expires_on: held.expires_on as string },
    parse: ({ expires_on }) =>
      isWallDate(expires_on)
        ? { ok: true, input: expires_on }
        : { ok: false, errors: { text: null, fields: { expires_on: 'Unesite datum.' } } },
    send: (expires_on) => request('PUT /holdings/{id}', { params: { id: held.id }, body: { expires_on } }),
    fallback: 'Greška pri čuvanju.',
    done: 'Rok je produžen.',
    refetches: true,
    onDone: onClose,
  });
  return (
    <Dialog title="Produži" lead={nameOf(held)} onClose={onClose} hasCloseButton={false}>
      <DialogForm form={form}>
        <DayField {...form.field('expires_on')} label="Važi do" />
      </DialogForm>
    </Dialog>
  );
}

function RefundDialog({ held, onClose }: { held: Holding; onClose: () => void }) {
  const form = useParsedForm({
    start: { amount: formatNumber(held.owed) },
    parse: ({ amount }) => amountIn('amount', amount),
    send: (amount: number) =>
      request('POST /payments', { body: { kind: 'REFUND', method: 'CASH', holding_id: held.id, amount } }),
    fallback: 'Greška pri čuvanju povraćaja.',
    done: 'Povraćaj je upisan.',
    refetches: true,
    onDone: onClose,
  });
  return (
    <Dialog title="Vrati novac" lead={nameOf(held)} onClose={onClose} hasCloseButton={false}>
      <DialogForm form={form} submit="Vraćeno">
        <AmountField
          {...form.field('amount')}
          label="Iznos u dinarima"
          hint={`Najviše ${dinars(held.owed)}, iz kase. Posle povraćaja više ne važi.`}
        />
      </DialogForm>
    </Dialog>
  );
}

function Acts({ held }: { held: Holding }) {
  const [asked, setAsked] = useState<Act | null>(null);
  const [, navigate] = useLocation();
  const { id, kind, state, payment_id } = held;
  const close = () => setAsked(null);
  const print = async () => navigate((await request('POST /holdings/{id}/link', { params: { id } })).url);
  const isLive = state !== 'CLOSED';
  const { trigger, menu } = useMenu([
    ...(kind === 'VOUCHER' && isLive
      ? [{ label: 'Otvori vaučer', icon: Printer, onPress: () => void print() }]
      : []),
    { label: 'Produži', icon: CalendarPlus, onPress: () => setAsked('extend') },
    ...(isLive ? [{ label: 'Vrati novac', icon: Wallet, onPress: () => setAsked('refund') }] : []),
    ...(isLive && payment_id !== null
      ? [{ label: 'Poništi prodaju', icon: Undo2, onPress: () => setAsked('void') }]
      : []),
  ]);
  return (
    <span className="relative -my-2 -mr-2">
      <IconButton {...trigger} icon={Ellipsis} label="Još" description={nameOf(held)} />
      {menu}
      {asked === 'extend' && <ExtendDialog held={held} onClose={close} />}
      {asked === 'refund' && <RefundDialog held={held} onClose={close} />}
      {asked === 'void' && payment_id !== null && (
        <VoidDialog
          id={payment_id}
          lead={nameOf(held)}
          hint="Prodaja ostaje u spisku, a ne računa se."
          done="Prodaja je poništena."
          onClose={close}
        />
      )}
    </span>
  );
}

function HoldingRow({ held, isNamed }: { held: Holding; isNamed: boolean }) {
  const today = useToday();
  const { visits, visits_left, expires_on, sold_at, plan, amount, receipt_number, payment_id, state } = held;
  const price = dinars(plan?.price ?? amount ?? 0);
  const sold = `${payment_id === null ? 'upisan' : 'prodat'} ${today ? shortDay(dateOf(sold_at), today) : ''}, ${price}`;
  return (
    <li className="grid gap-0.5 px-4 py-3.5">
      <div className="flex items-start justify-between gap-3">
        <b className="min-w-0 font-semibold wrap-break-word">{nameOf(held)}</b>
        <Acts held={held} />
      </div>
      <span className="text-small text-soft tabular-nums">
        {[isNamed && held.person_name, leftInWords(held), validUntil(expires_on, today), STATES[state]]
          .filter(Boolean)
          .join(', ')}
      </span>
      {visits !== null && <VisitMoons visits={visits} left={visits_left ?? 0} />}
      <span className="text-small text-soft tabular-nums">
        {[sold, receipt_number && `račun ${receipt_number}`].filter(Boolean).join(', ')}
      </span>
    </li>
  );
}

/** The uses, latest first of each holding. Those of one that is not closed can be voided. */
function Uses({ holdings }: { holdings: readonly Holding[] }) {
  const today = useToday();
  const [voided, setVoided] = useState<{ id: number; lead: string } | null>(null);
  const uses = holdings.flatMap(({ uses: own, state }) =>
    own.map((use) => ({ ...use, canVoid: state !== 'CLOSED' })),
  );
  if (uses.length === 0 || !today) return null;
  return (
    <>
      <h4 className="mt-4 mb-2 text-label font-semibold text-soft">Potrošeno</h4>
      <List aria-label="Potrošeno">
        {uses.map(({ payment_id, start_datetime, service_name, visits, amount, is_counted, canVoid }) => {
          const what = is_counted ? 'Nije došla' : (service_name ?? 'Bez usluge');
          const when = start_datetime ? whenTold(start_datetime, today) : '';
          const taken = visits === 0 ? dinars(amount) : is_counted ? '1 poseta, uračunata' : '1 poseta';
          const lead = [what, when, taken].filter(Boolean).join(', ');
          return (
            <li key={payment_id} className="flex min-h-14 items-center gap-4 px-4 py-2">
              <span className="min-w-0 flex-1 wrap-break-word">
                {what}
                <span className="block text-small text-soft tabular-nums">{when}</span>
              </span>
              <span className={is_counted ? 'text-small font-semibold text-warn' : 'text-small'}>
                {taken}
              </span>
              {canVoid && (
                <IconButton
                  icon={Undo2}
                  label="Poništi"
                  description={lead}
                  onClick={() => setVoided({ id: payment_id, lead })}
                  className="-mr-2 -ml-3 text-soft"
                />
              )}
            </li>
          );
        })}
      </List>
      {voided && (
        <VoidDialog
          {...voided}
          hint="Poseta ili iznos se vraća, a red ostaje u spisku naplata."
          done="Vraćeno."
          onClose={() => setVoided(null)}
        />
      )}
    </>
  );
}

function SellButton({ person }: { person?: PersonDetails }) {
  const [isSelling, setIsSelling] = useState(false);
  return (
    <>
      <Button icon={Plus} variant="text" isSmall onClick={() => setIsSelling(true)}>
        Prodaj
      </Button>
      {isSelling && (
        <SellDialog {...(person && { person: asPicked(person) })} onClose={() => setIsSelling(false)} />
      )}
    </>
  );
}

/** The packages and vouchers of a person, and when they were used. Renders nothing while payments are off. docs/spec/behaviour.md §32.3 */
export function PersonHoldings({ person }: { person: PersonDetails }) {
  const isOn = usePaymentsOn();
  const { data } = useQuery({ ...holdingQueries.ofPerson(person.id), enabled: isOn });
  if (!isOn || !data) return null;
  const { holdings } = data;
  return (
    <section className="mt-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3">
        <h3 className="text-h2">Paketi i vaučeri</h3>
        <SellButton person={person} />
      </div>
      {holdings.length === 0 ? (
        <p className="text-soft">Nema paket ni vaučer.</p>
      ) : (
        <List aria-label="Paketi i vaučeri">
          {holdings.map((held) => (
            <HoldingRow key={held.id} held={held} isNamed={false} />
          ))}
        </List>
      )}
      <Uses holdings={holdings} />
    </section>
  );
}

function downloadOpen(holdings: readonly Holding[]): void {
  const rows = holdings.map((held) => {
    const { code, person_name, expires_on, visits_left, amount_left, owed, receipt_number } = held;
    const left = [visits_left ?? '', amount_left ?? '', owed];
    return [
      nameOf(held),
      code ?? '',
      person_name ?? '',
      displayDate(expires_on),
      ...left,
      receipt_number ?? '',
    ];
  });
  const head = ['Naziv', 'Kod', 'Osoba', 'Važi do', 'Preostalo poseta', 'Preostalo din', 'Dug', 'Račun'];
  saveFile({ name: 'paketi-i-vauceri.csv', type: 'text/csv', text: csvText([[head, ...rows]]) });
}

/** What the salon has sold and still owes, in 'Kasa'. docs/spec/behaviour.md §32.3 */
export function OpenHoldings() {
  const { data } = useQuery(holdingQueries.open());
  if (!data) return null;
  const { holdings, owed } = data;
  return (
    <section>
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <h2>Paketi i vaučeri</h2>
        <SellButton />
      </div>
      {holdings.length > 0 && (
        <>
          <p className="mb-3 text-small text-soft tabular-nums">
            Prodato a neiskorišćeno: <b className="font-semibold text-ink">{dinars(owed)}</b>
          </p>
          <List aria-label="Paketi i vaučeri">
            {holdings.map((held) => (
              <HoldingRow key={held.id} held={held} isNamed />
            ))}
          </List>
          <Button
            icon={Download}
            variant="quiet"
            isSmall
            onClick={() => downloadOpen(holdings)}
            className="mt-3"
          >
            Preuzmi CSV paketa
          </Button>
        </>
      )}
    </section>
  );
}
