import { Link, useLocation } from 'wouter';
import { registrationRefusal } from '#domain/accounts.ts';
import { PASSWORD_MIN_CHARACTERS } from '#domain/limits.ts';
import { request } from '../lib/api.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { paths } from '../lib/routing/paths.ts';
import { startSession } from '../lib/session/session.ts';
import { EmailField, PasswordField, TextField } from '../ui/field.tsx';
import { Form, FormAlert, SubmitButton } from '../ui/form.tsx';
import type { FormErrors } from '../ui/use-form.ts';
import { AuthPage } from './auth-page.tsx';
import { ruleErrors } from './rule-errors.ts';

const BLANK = { name: '', email: '', phone: '', city: '', password: '', password_confirm: '' };
const REQUIRED = ['name', 'email', 'password', 'password_confirm'] as const;

type Registration = typeof BLANK;

function refusalOf(values: Registration): FormErrors | null {
  const code = registrationRefusal(values);
  const refusal = ruleErrors(code);
  if (code !== 'required_fields_missing') return refusal;
  const blank = REQUIRED.filter((name) => !values[name].trim()).map((name) => [name, true] as const);
  return { ...refusal, fields: Object.fromEntries(blank) };
}

/** The page /register (docs/spec/product.md §2.7). */
export default function RegisterPage() {
  const [, navigate] = useLocation();
  const form = useSubmitForm({
    start: BLANK,
    check: refusalOf,
    send: (body) => request('POST /auth/register', { body }),
    fallback: 'Neuspešna registracija.',
    onDone: ({ token, user: { name, email } }) => {
      startSession({ token, role: 'CLIENT', name, email: email ?? '' }, true);
      navigate(paths.home);
    },
  });
  return (
    <AuthPage title="Registracija" lead="Zakazujte brže i pratite svoje termine na jednom mestu.">
      <Form form={form} className="grid gap-4">
        <FormAlert />
        <TextField {...form.field('name')} label="Ime i prezime" autoComplete="name" required />
        <EmailField {...form.field('email')} required />
        <div className="grid gap-4 md:grid-cols-2">
          <TextField
            {...form.field('phone')}
            label="Telefon"
            type="tel"
            autoComplete="tel"
            hint="Nije obavezno."
          />
          <TextField
            {...form.field('city')}
            label="Grad"
            autoComplete="address-level2"
            hint="Nije obavezno."
          />
        </div>
        <div className="grid gap-4 md:grid-cols-2">
          <PasswordField
            {...form.field('password')}
            label="Lozinka"
            hint={`Bar ${PASSWORD_MIN_CHARACTERS} karaktera.`}
            required
          />
          <PasswordField {...form.field('password_confirm')} label="Potvrda lozinke" required />
        </div>
        <SubmitButton isBlock>Registruj se</SubmitButton>
      </Form>
      <p className="mt-6 text-center text-soft">
        Već imate nalog?{' '}
        <Link to={paths.login} className="text-link-inline py-3">
          Prijava
        </Link>
      </p>
    </AuthPage>
  );
}
