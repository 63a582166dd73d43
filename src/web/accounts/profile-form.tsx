import { useQueryClient } from '@tanstack/react-query';
import type { ResponseBody } from '#contract/index.ts';
import { profileRefusal } from '#domain/accounts.ts';
import { PASSWORD_MIN_CHARACTERS } from '#domain/limits.ts';
import { request } from '../lib/api.ts';
import { renewPushWithToken } from '../lib/device/push.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { accountQueries } from '../lib/queries/queries.ts';
import { currentSession, renewSession } from '../lib/session/session.ts';
import { EmailField, PasswordField, TextField } from '../ui/field.tsx';
import { Form, FormAlert, SubmitButton } from '../ui/form.tsx';
import { Section } from '../ui/page.tsx';
import type { FormErrors, FormState } from '../ui/use-form.ts';
import { ruleErrors } from './rule-errors.ts';

type Profile = ResponseBody<'GET /auth/me'>;
type SavedProfile = ResponseBody<'PUT /auth/me'>;

const PASSWORDS = { old_password: '', new_password: '', new_password_confirm: '' };

const valuesOf = ({ name, email, phone, city }: Profile) => ({
  name,
  email: email ?? '',
  phone: phone ?? '',
  city: city ?? '',
  ...PASSWORDS,
});

type ProfileValues = ReturnType<typeof valuesOf>;
type Fields = { form: FormState<ProfileValues> };

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

function profileErrors(values: ProfileValues): FormErrors | null {
  const refusal = profileRefusal(values);
  return refusal ? ruleErrors(refusal) : null;
}

/** Keeps the user logged in after a new password, which ended all sessions: stores the new token of the response. */
function renewSessionOf({ token, user: { name, email } }: SavedProfile): void {
  const session = currentSession();
  if (session) renewSession({ ...session, token: token ?? session.token, name, email: email ?? '' });
}

function useProfileForm(profile: Profile) {
  const queries = useQueryClient();
  return useSubmitForm({
    start: valuesOf(profile),
    check: profileErrors,
    send: (body) => request('PUT /auth/me', { body }),
    fallback: 'Greška pri čuvanju podataka.',
    done: 'Podaci uspešno sačuvani.',
    onDone: (saved, _sent, form) => {
      renewSessionOf(saved);
      if (saved.token) void renewPushWithToken(queries);
      queries.setQueryData(accountQueries.profile().queryKey, saved);
      form.reset(valuesOf(saved));
    },
  });
}

/** The form for name, contact and password. Every change requires the old password (docs/spec/product.md §5.2). */
export function ProfileForm({ profile }: { profile: Profile }) {
  const form = useProfileForm(profile);
  return (
    <Form form={form}>
      <ContactFields form={form} />
      <Section title="Bezbednost">
        <PasswordFields form={form} />
      </Section>
      <div className="has-[p]:mt-4">
        <FormAlert />
      </div>
      <SubmitButton isBlock className="mt-6">
        Sačuvaj
      </SubmitButton>
    </Form>
  );
}
