import { useQueryClient } from '@tanstack/react-query';
import type { ResponseBody } from '#contract/index.ts';
import { profileRefusal } from '#domain/accounts.ts';
import { PASSWORD_MIN_CHARACTERS } from '#domain/limits.ts';
import { request } from '../lib/api.ts';
import { renewPushWithToken } from '../lib/device/push.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { accountQueries, useSalon } from '../lib/queries/queries.ts';
import { currentSession, renewSession } from '../lib/session/session.ts';
import { Switch } from '../ui/checkbox.tsx';
import { EmailField, PasswordField, TextField } from '../ui/field.tsx';
import { Form, FormAlert, SubmitButton } from '../ui/form.tsx';
import { Section } from '../ui/page.tsx';
import type { FormErrors, FormState } from '../ui/use-form.ts';
import { ruleErrors } from './rule-errors.ts';

type Profile = ResponseBody<'GET /auth/me'>;
type SavedProfile = ResponseBody<'PUT /auth/me'>;

const PASSWORDS = { old_password: '', new_password: '', new_password_confirm: '' };

const valuesOf = ({ name, email, phone, city, mail_on, push_on }: Profile) => ({
  name,
  email: email ?? '',
  phone: phone ?? '',
  city: city ?? '',
  mail_on: String(mail_on),
  push_on: String(push_on),
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
function renewSessionOf({ token, user: { role, name, email } }: SavedProfile): void {
  const session = currentSession();
  if (session) renewSession({ token: token ?? session.token, role, name, email: email ?? '' });
}

const flagOf = (typed: string): 0 | 1 => (typed === '1' ? 1 : 0);

function useProfileForm(profile: Profile) {
  const queries = useQueryClient();
  return useSubmitForm({
    start: valuesOf(profile),
    check: profileErrors,
    send: ({ mail_on, push_on, ...rest }) =>
      request('PUT /auth/me', { body: { ...rest, mail_on: flagOf(mail_on), push_on: flagOf(push_on) } }),
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

/** The switches for emails, if the server sends any, and for pushes to all devices. */
function SwitchFields({ form }: Fields) {
  const [mail, push] = [form.field('mail_on'), form.field('push_on')];
  const sendsMail = useSalon().data?.mail === true;
  return (
    <div className="mt-4 divide-y divide-line">
      {sendsMail && (
        <Switch
          label="Obaveštenja na email"
          isOn={mail.value === '1'}
          onChange={(isOn) => mail.onChange(isOn ? '1' : '0')}
        />
      )}
      <Switch
        label="Obaveštenja na telefon"
        isOn={push.value === '1'}
        onChange={(isOn) => push.onChange(isOn ? '1' : '0')}
      />
    </div>
  );
}

/** The form for name, contact, notification switches and password. Every change requires the old password (docs/spec/product.md §5.2). */
export function ProfileForm({ profile }: { profile: Profile }) {
  const form = useProfileForm(profile);
  return (
    <Form form={form}>
      <ContactFields form={form} />
      {profile.role === 'CLIENT' && <SwitchFields form={form} />}
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
