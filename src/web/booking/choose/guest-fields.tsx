import { Switch } from '../../ui/form/switch.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { Guest } from './use-guest.ts';

/** The switch, and name and phone of whoever has no account here. */
export function GuestFields({ guest, onEdit }: { guest: Guest; onEdit: () => void }) {
  const { form, role, isForAnother, setIsForAnother, isNeeded } = guest;
  const isHerself = role === 'VISITOR' && !isForAnother;
  return (
    <form ref={form.ref} onSubmit={(event) => event.preventDefault()} onInput={onEdit} noValidate>
      <Switch
        label="Zakazujem za drugu osobu"
        isOn={isForAnother}
        onChange={setIsForAnother}
        disabled={role === 'ADMIN'}
      />
      {isNeeded && (
        <div className="mt-1 mb-4 grid grid-cols-2 gap-2">
          <TextField
            {...form.field('guest_name')}
            label="Ime"
            autoComplete={isHerself ? 'name' : 'off'}
            autoCapitalize="words"
            required
          />
          <TextField
            {...form.field('guest_phone')}
            label="Telefon"
            type="tel"
            autoComplete={isHerself ? 'tel' : 'off'}
            required
          />
        </div>
      )}
    </form>
  );
}
