import type { FormEvent } from 'react';
import { profileRefusal } from '#domain/accounts.ts';
import { PASSWORD_MIN_CHARACTERS } from '#domain/limits.ts';
import { ruleErrors, serverErrors } from '../lib/errors.ts';
import { Button } from '../ui/button.tsx';
import { Switch } from '../ui/checkbox.tsx';
import { EmailField, PasswordField, TextField } from '../ui/field.tsx';
import { FormAlert } from '../ui/form.tsx';
import { Section } from '../ui/page.tsx';
import { toast } from '../ui/toast.ts';
import { type FormState, useForm } from '../ui/use-form.ts';
import { type Profile, useSaveProfile } from './queries.ts';

const FALLBACK = 'Greška pri čuvanju podataka.';
const PASSWORDS = { old_password: '', new_password: '', new_password_confirm: '' };

const valuesOf = ({ name, email, phone, city, mail_on }: Profile) => ({
  name,
  email: email ?? '',
  phone: phone ?? '',
  city: city ?? '',
  mail_on: String(mail_on),
  ...PASSWORDS,
});

type Fields = { form: FormState<ReturnType<typeof valuesOf>> };

function ContactFields({ form }: Fields) {
  return (
    <div className="grid gap-4">
      <TextField {...form.field('name')} label="Ime i prezime" autoComplete="name" required />
      <EmailField {...form.field('email')} required />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField {...form.field('phone')} label="Telefon" type="tel" autoComplete="tel" />
        <TextField {...form.field('city')} label="Grad" autoComplete="address-level2" />
      </div>
    </div>
  );
}

function PasswordFields({ form }: Fields) {
  return (
    <div className="grid gap-4">
      <PasswordField
        {...form.field('old_password')}
        label="Stara lozinka"
        autoComplete="current-password"
        hint="Potrebna je za svaku izmenu podataka."
        required
      />
      <div className="grid gap-4 md:grid-cols-2">
        <PasswordField
          {...form.field('new_password')}
          label="Nova lozinka"
          autoComplete="new-password"
          hint={`Samo ako je menjate, bar ${PASSWORD_MIN_CHARACTERS} karaktera.`}
        />
        <PasswordField
          {...form.field('new_password_confirm')}
          label="Potvrda nove lozinke"
          autoComplete="new-password"
        />
      </div>
    </div>
  );
}

function useProfileForm(profile: Profile) {
  const form = useForm(valuesOf(profile));
  const save = useSaveProfile({
    onSaved: (saved) => {
      form.reset(valuesOf(saved));
      toast('success', 'Podaci uspešno sačuvani.');
    },
    onRefused: (error) => form.refuse(serverErrors(error, FALLBACK)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const refusal = profileRefusal(form.values);
    if (refusal) return form.refuse(ruleErrors(refusal));
    form.clearErrors();
    const { mail_on, ...rest } = form.values;
    save.mutate({ ...rest, mail_on: mail_on === '1' ? 1 : 0 });
  };
  return { form, submit, isSaving: save.isPending };
}

/**
 * Who she is, how she hears from the salon, and her password; every change is confirmed by the old one
 * (docs/spec/product.md §5.2).
 */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { form, submit, isSaving } = useProfileForm(profile);
  const mail = form.field('mail_on');
  return (
    <form ref={form.ref} onSubmit={submit} noValidate>
      <ContactFields form={form} />
      {profile.role === 'CLIENT' && (
        <Switch
          label="Obaveštenja na email"
          isOn={mail.value === '1'}
          onChange={(isOn) => mail.onChange(isOn ? '1' : '0')}
          className="mt-4"
        />
      )}
      <Section title="Bezbednost">
        <PasswordFields form={form} />
      </Section>
      <div className="has-[p]:mt-4">
        <FormAlert text={form.alert} />
      </div>
      <Button type="submit" isBlock isBusy={isSaving} className="mt-6">
        Sačuvaj
      </Button>
    </form>
  );
}
