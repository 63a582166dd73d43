import { User, UserPlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { NAME_MAX_CHARACTERS, PHONE_MAX_CHARACTERS } from '#domain/limits.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { useHasMouse } from '../../ui/browser.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ClientPicker } from '../client-picker.tsx';
import { ClientCard } from './client-card.tsx';
import { RecentClients } from './recent-clients.tsx';
import { type NewAppointmentForm, NOBODY } from './use-new-appointment.ts';

/** The focus goes to what has taken the place of what was pressed: into a field only where no keyboard rises over the sheet. */
function useArrivingFocus<E extends HTMLElement>(isArriving: boolean) {
  const place = useRef<E>(null);
  const hasMouse = useHasMouse();
  useEffect(() => {
    if (!isArriving) return;
    const field = hasMouse ? place.current?.querySelector('input') : null;
    (field ?? place.current)?.focus();
  }, [isArriving, hasMouse]);
  return place;
}

interface WhoProps {
  edit: NewAppointmentForm;
  today: WallDate;
  /** Somebody was chosen here, or taken back. */
  wasChanged: boolean;
  onChange: () => void;
}

/** Found by name, phone or email, one of the latest, a new client, or a guest. */
function Search({ edit, today, wasChanged, onChange }: WhoProps) {
  const { form, chooseClient } = edit;
  const hasMouse = useHasMouse();
  const place = useArrivingFocus<HTMLDivElement>(wasChanged || hasMouse);
  const choose = (client: Parameters<typeof chooseClient>[0] | null) => {
    if (!client) return;
    onChange();
    chooseClient(client);
  };
  return (
    <div ref={place} tabIndex={-1} className="grid grid-cols-1 gap-3 outline-none">
      <ClientPicker chosen={null} onChoose={choose} error={form.field('client_id').error}>
        {(addClient) => (
          <div className="flex flex-wrap gap-2 *:max-w-full *:flex-[1_0_auto]">
            <Button variant="quiet" onClick={addClient}>
              <UserPlus aria-hidden="true" size={20} strokeWidth={1.75} />
              Nova klijentkinja
            </Button>
            <Button
              variant="quiet"
              onClick={() => {
                onChange();
                form.change({ ...NOBODY, who: 'guest', status: '' });
              }}
            >
              <User aria-hidden="true" size={20} strokeWidth={1.75} />
              Gost
            </Button>
          </div>
        )}
      </ClientPicker>
      <RecentClients today={today} onChoose={choose} />
    </div>
  );
}

function Guest({ edit: { form }, wasChanged, onChange }: WhoProps) {
  const place = useArrivingFocus<HTMLFieldSetElement>(wasChanged);
  return (
    <fieldset
      ref={place}
      tabIndex={-1}
      aria-label="Gost"
      className="rounded-card border border-edge px-4 py-3 outline-none"
    >
      <div className="flex items-center justify-between gap-3">
        <p className="font-display text-h3 font-[460]">Gost</p>
        <ChangeButton
          of="gost"
          onPress={() => {
            onChange();
            form.change(NOBODY);
          }}
        />
      </div>
      <div className="mt-1 grid gap-3 md:grid-cols-2">
        <TextField
          {...form.field('guest_name')}
          label="Ime gosta"
          hint="Nije obavezno."
          autoComplete="off"
          autoCapitalize="words"
          maxLength={NAME_MAX_CHARACTERS}
        />
        <TextField
          {...form.field('guest_phone')}
          label="Telefon gosta"
          hint="Nije obavezno."
          type="tel"
          autoComplete="off"
          maxLength={PHONE_MAX_CHARACTERS}
        />
      </div>
    </fieldset>
  );
}

/** Takes the choice back. */
export function ChangeButton({ of, onPress }: { of: string; onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      aria-description={of}
      className="-mr-2 min-h-11 shrink-0 rounded-card px-2 font-semibold text-link hover:bg-blush"
    >
      Promeni
    </button>
  );
}

/** Whom it is for: first of all, and changed in the same place. */
export function Who(props: WhoProps) {
  const { edit, wasChanged, onChange } = props;
  const { form, client, known } = edit;
  const place = useArrivingFocus<HTMLDivElement>(wasChanged && client !== null);
  if (form.values.who === 'guest') return <Guest {...props} />;
  if (!client) return <Search {...props} />;
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <ClientCard
        client={client}
        details={known.details}
        change={
          <ChangeButton
            of={client.name}
            onPress={() => {
              onChange();
              form.change({ ...NOBODY, service_id: '' });
            }}
          />
        }
      />
    </div>
  );
}
