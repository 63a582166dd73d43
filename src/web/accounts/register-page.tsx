import { Link, useLocation } from 'wouter';
import { registrationRefusal } from '#domain/accounts/accounts.ts';
import { t } from '#domain/language/translate.ts';
import { PASSWORD_MIN_CHARACTERS } from '#domain/limits.ts';
import { request } from '../lib/api.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { useNextPath } from '../lib/routing/browser-router.tsx';
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
  const next = useNextPath();
  const [, navigate] = useLocation();
  const form = useSubmitForm({
    start: BLANK,
    check: refusalOf,
    send: (body) => request('POST /auth/register', { body }),
    fallback: t('Neuspešna registracija.'),
    onDone: ({ token, user: { name, email } }) => {
      startSession({ token, role: 'CLIENT', name, email: email ?? '' }, true);
      navigate(next ?? paths.home);
    },
  });
  return (
    <AuthPage title={t('Registracija')} lead={t('Zakazujte brže i pratite svoje termine na jednom mestu.')}>
      <Form form={form} className="grid gap-4">
        <FormAlert />
        <TextField {...form.field('name')} label={t('Ime i prezime')} autoComplete="name" required />
        <EmailField {...form.field('email')} required />
        <div className="grid gap-4 md:grid-cols-2">
          <TextField
            {...form.field('phone')}
            label={t('Telefon')}
            type="tel"
            autoComplete="tel"
            hint={t('Nije obavezno.')}
          />
          <TextField
            {...form.field('city')}
            label={t('Grad')}
            autoComplete="address-level2"
            hint={t('Nije obavezno.')}
          />
        </div>
        <div className="grid gap-4 md:grid-cols-2">
          <PasswordField
            {...form.field('password')}
            label={t('Lozinka')}
            hint={t('Bar {count} karaktera.', { count: PASSWORD_MIN_CHARACTERS })}
            required
          />
          <PasswordField {...form.field('password_confirm')} label={t('Potvrda lozinke')} required />
        </div>
        <SubmitButton isBlock>{t('Registruj se')}</SubmitButton>
      </Form>
      <p className="mt-6 text-center text-soft">
        {t('Već imate nalog?')}{' '}
        <Link to={paths.login} className="text-link-inline py-3">
          {t('Prijava')}
        </Link>
      </p>
    </AuthPage>
  );
}
