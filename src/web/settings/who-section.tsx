import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { RequestBody } from '#contract/index.ts';
import { errorText, request } from '../lib/api.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { queryOf } from '../lib/queries/queries.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { DialogForm } from '../ui/form.tsx';
import { List } from '../ui/list.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { type SettingsInput, useSettingsForm } from './save-settings.ts';
import { RadioRows, Rows } from './setting-rows.tsx';
import { PartHeading, SectionForm } from './settings-form.tsx';

const ASKED = [
  { id: 'NONE', label: 'Niko', note: 'svi zakazuju odmah' },
  { id: 'NEW', label: 'Nove klijentkinje', note: 'dok prvi put ne dođu' },
  { id: 'ALL', label: 'Svi', note: 'svaki termin potvrđujete vi' },
] as const;

const HOURS_HINT = 'Najkasnije 2 h pre termina. Bez odgovora termin se oslobađa.';

const marksQuery = queryOf(['people', 'phone-marks'], 'GET /phone-marks');
const FALLBACK = 'Greška pri čuvanju.';

type Mark = RequestBody<'PUT /phone-marks'>;
const save = (body: Mark) => request('PUT /phone-marks', { body });

function AddNumber({ onClose }: { onClose: () => void }) {
  const form = useSubmitForm({
    start: { phone: '', name: '' },
    check: ({ phone }) => (phone.trim() === '' ? { fields: { phone: 'Unesite broj telefona.' } } : null),
    send: ({ phone, name }) => save({ phone, name, call_only: 1 }),
    fallback: FALLBACK,
    done: 'Podaci uspešno sačuvani.',
    refetches: true,
    onDone: onClose,
  });
  return (
    <Dialog title="Dodaj broj" onClose={onClose} hasCloseButton={false}>
      <DialogForm form={form} submit="Dodaj">
        <TextField {...form.field('phone')} label="Telefon" type="tel" autoComplete="off" />
        <TextField {...form.field('name')} label="Ime i prezime" isOptional autoComplete="off" />
      </DialogForm>
    </Dialog>
  );
}

/** The people whom only the salon books. */
function MustCall() {
  const { data = [] } = useQuery(marksQuery);
  const [isAdding, setIsAdding] = useState(false);
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (phone: string) => save({ phone, call_only: 0 }),
    onError: (error) => toast('error', errorText(error, FALLBACK)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['people'] }),
  });
  const marked = data.filter(({ call_only }) => call_only === 1);
  return (
    <section className="mt-8">
      <PartHeading className="text-h3">Zakazuje samo pozivom</PartHeading>
      <p className="mt-1 mb-3 text-small text-soft">
        Ne mogu same da zakažu ni da uđu na listu čekanja. Vidi ih samo salon.
      </p>
      {marked.length > 0 && (
        <List>
          {marked.map(({ phone, name }) => (
            <li key={phone + name} className="flex items-center justify-between gap-4 px-4.5 py-2.5">
              <span className="min-w-0 wrap-break-word">
                <span className="block font-medium">{name}</span>
                <span className="block text-small text-soft tabular-nums">{phone}</span>
              </span>
              <Button
                variant="text"
                isSmall
                aria-description={name}
                isBusy={remove.isPending && remove.variables === phone}
                onClick={() => remove.mutate(phone)}
              >
                Ukloni
              </Button>
            </li>
          ))}
        </List>
      )}
      <Button variant="text" isSmall icon={Plus} onClick={() => setIsAdding(true)} className="mt-2 -ml-3">
        Dodaj broj
      </Button>
      {isAdding && <AddNumber onClose={() => setIsAdding(false)} />}
    </section>
  );
}

/** Settings: whose bookings wait for the salon, and whom only the salon books (docs/spec/behaviour.md §28). */
export function WhoSection({ settings, title }: { settings: SettingsInput; title: string }) {
  const form = useSettingsForm(settings);
  const asked = form.field('requests_for');
  return (
    <>
      <SectionForm form={form} title={title}>
        <RadioRows title="Zahtev" choices={ASKED} field={asked} />
        {asked.value !== 'NONE' && (
          <div className="mt-4 rounded-card border border-line bg-card">
            <Rows form={form} of={[['request_hours', 'Rok za odgovor', HOURS_HINT, 'h']]} />
          </div>
        )}
      </SectionForm>
      <MustCall />
    </>
  );
}
