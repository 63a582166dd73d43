import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { textOfError } from '#contract/page-errors.ts';
import { loginRefusal } from '#domain/accounts/accounts.ts';
import { t } from '#domain/language/translate.ts';
import { request } from '../lib/api.ts';
import { isOtherLanguage } from '../lib/chosen-language.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { keepLanguage, useNextPath } from '../lib/routing/browser-router.tsx';
import { paths } from '../lib/routing/paths.ts';
import { isStaff, isTechnician, type Session, startSession, useWasRefused } from '../lib/session/session.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { EmailField, PasswordField } from '../ui/field.tsx';
import { Form, FormAlert, SubmitButton } from '../ui/form.tsx';
import type { FormErrors } from '../ui/use-form.ts';
import { AuthPage } from './auth-page.tsx';

/** The page /login (docs/spec/product.md §2.6). */
export default function LoginPage() {
  const wasRefused = useWasRefused();
  const next = useNextPath();
  const [, navigate] = useLocation();
  const open = (session: Session) => {
    const isAllowed = next && (isStaff(session) || !next.startsWith(paths.admin));
    const place = isAllowed ? next : isTechnician() ? paths.adminCalendar : paths.home;
    if (isOtherLanguage()) window.location.assign(isStaff(session) ? place : keepLanguage(place));
    else navigate(place);
  };
  return (
    <AuthPage title={t('Prijava')} lead={t('Drago nam je što ste opet tu.')}>
      <LoginForm reason={wasRefused ? textOfError('login_required') : null} onDone={open} />
      <p className="mt-6 text-center text-soft">
        {t('Nemate nalog?')}{' '}
        <Link to={paths.register} className="text-link-inline py-3">
          {t('Registracija')}
        </Link>
      </p>
    </AuthPage>
  );
}

/** Checks the typed values with the server's rule. Returns the rule's errors and marks blank fields; null for valid values. */
function credentialErrors({ email, password }: { email: string; password: string }): FormErrors | null {
  const refusal = loginRefusal({ email, password });
  if (!refusal) return null;
  const fields = { email: !email.trim() || undefined, password: !password || undefined };
  return { text: textOfError(refusal), fields };
}

interface LoginFormProps {
  email?: string;
  /** Why the user is asked to log in; hidden after the first attempt. */
  reason?: string | null;
  onDone: (session: Session) => void;
}

export function LoginForm({ email = '', reason, onDone }: LoginFormProps) {
  const [isRemembered, setIsRemembered] = useState(true);
  const form = useSubmitForm({
    start: { email, password: '' },
    check: credentialErrors,
    send: (body) => request('POST /auth/login', { body }),
    fallback: t('Neuspešna prijava. Proverite podatke.'),
    onDone: (answer) => {
      const { token, role, name, email } = answer;
      const session = { token, role, email: email ?? '', name };
      startSession(session, isRemembered);
      onDone(session);
    },
    isDirty: () => false,
  });
  return (
    <Form form={form} className="grid gap-4">
      <FormAlert text={form.alert ?? (form.isUnsent ? (reason ?? null) : null)} />
      <EmailField {...form.field('email')} autoComplete="username" />
      <PasswordField {...form.field('password')} label={t('Lozinka')} autoComplete="current-password" />
      <div className="-mt-1 flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox label={t('Zapamti me')} isOn={isRemembered} onChange={setIsRemembered} />
        <Link to={paths.reset} className="text-link-inline py-3 text-small">
          {t('Zaboravljena lozinka?')}
        </Link>
      </div>
      <SubmitButton isBlock>{t('Prijavi se')}</SubmitButton>
    </Form>
  );
}
