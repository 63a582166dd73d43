import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { loginRefusal } from '#domain/accounts.ts';
import { request } from '../lib/api.ts';
import { serverErrors, textOfError } from '../lib/errors.ts';
import { paths } from '../lib/paths.ts';
import { startSession, useWasRefused } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { EmailField, PasswordField } from '../ui/field.tsx';
import { FormAlert } from '../ui/form.tsx';
import { useForm } from '../ui/use-form.ts';
import { AuthPage } from './auth-page.tsx';

/** /login (docs/spec/product.md §2.6). */
export default function LoginPage() {
  return (
    <AuthPage title="Prijava" lead="Dobro došli nazad.">
      <LoginForm />
      <p className="mt-6 text-center text-soft">
        Nemate nalog?{' '}
        <Link to={paths.register} className="text-link-inline py-3">
          Registracija
        </Link>
      </p>
    </AuthPage>
  );
}

const FALLBACK = 'Neuspešna prijava. Proverite podatke.';

function useLogin(isRemembered: boolean, onRefused: (error: unknown) => void) {
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: (body: { email: string; password: string }) => request('POST /auth/login', { body }),
    onSuccess: ({ token, role, email, name }) => {
      startSession({ token, role, email: email ?? '', name }, isRemembered);
      navigate(paths.home);
    },
    onError: onRefused,
  });
}

function LoginForm() {
  const wasRefused = useWasRefused();
  const [isRemembered, setIsRemembered] = useState(true);
  const form = useForm({ email: '', password: '' });
  const login = useLogin(isRemembered, (error) => form.refuse(serverErrors(error, FALLBACK)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (login.isPending) return;
    const { email, password } = form.values;
    const refusal = loginRefusal({ email, password });
    if (refusal) {
      const fields = { email: !email.trim() || undefined, password: !password || undefined };
      return form.refuse({ text: textOfError(refusal), fields });
    }
    form.clearErrors();
    login.mutate({ email, password });
  };
  return (
    <form ref={form.ref} onSubmit={submit} noValidate className="grid gap-4">
      <FormAlert text={form.alert ?? (wasRefused && login.isIdle ? textOfError('login_required') : null)} />
      <EmailField {...form.field('email')} autoComplete="username" />
      <PasswordField {...form.field('password')} label="Lozinka" autoComplete="current-password" />
      <div className="-mt-1 flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox label="Zapamti me" isOn={isRemembered} onChange={setIsRemembered} />
        <Link to={paths.reset} className="text-link-inline py-3 text-small">
          Zaboravljena lozinka?
        </Link>
      </div>
      <Button type="submit" isBlock isBusy={login.isPending}>
        Prijavi se
      </Button>
    </form>
  );
}
