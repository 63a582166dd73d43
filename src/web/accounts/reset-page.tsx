import { useMutation } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { FormEvent } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { newPasswordRefusal } from '#domain/accounts.ts';
import { request } from '../lib/api.ts';
import { errorCode, ruleErrors, serverErrors } from '../lib/errors.ts';
import { useHash } from '../lib/location.tsx';
import { paths } from '../lib/paths.ts';
import { endSession } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { EmailField, PasswordField } from '../ui/field.tsx';
import { FormAlert } from '../ui/form.tsx';
import { toast } from '../ui/toast.ts';
import { useForm } from '../ui/use-form.ts';
import { AuthPage } from './auth-page.tsx';

/** The token of the email's link, in its query or behind its #. */
function useLinkToken(): string | null {
  const [query] = useSearchParams();
  const hash = useHash();
  return query.get('token') ?? new URLSearchParams(hash).get('token');
}

/** /reset: without a token it asks for the email, with one for a new password (docs/spec/behaviour.md §7.3). */
export default function ResetPage() {
  const token = useLinkToken();
  return token ? (
    <AuthPage title="Nova lozinka" lead="Izaberite lozinku koju ćete pamtiti.">
      <NewPasswordForm token={token} />
    </AuthPage>
  ) : (
    <AuthPage title="Zaboravljena lozinka" lead="Poslaćemo vam link za novu lozinku.">
      <ForgotForm />
    </AuthPage>
  );
}

const EMAIL_MISSING = 'Unesite email adresu.';
const SEND_FAILED = 'Nije uspelo. Pokušajte ponovo.';

function Sent() {
  return (
    <p role="status" className="flex items-start gap-2.5 rounded-card bg-ok-tint px-4 py-3 text-ok">
      <CircleCheck aria-hidden="true" size={20} strokeWidth={1.75} className="mt-0.5 shrink-0" />
      Ako nalog postoji, poslali smo link na email.
    </p>
  );
}

function ForgotForm() {
  const form = useForm({ email: '' });
  const forgot = useMutation({
    mutationFn: () => request('POST /auth/forgot', { body: { email: form.values.email } }),
    onError: (error) => form.refuse(serverErrors(error, SEND_FAILED)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (forgot.isPending) return;
    if (!form.values.email.trim()) return form.refuse({ fields: { email: EMAIL_MISSING } });
    form.clearErrors();
    forgot.mutate();
  };
  if (forgot.isSuccess) return <Sent />;
  return (
    <form ref={form.ref} onSubmit={submit} noValidate className="grid gap-4">
      <EmailField {...form.field('email')} />
      <FormAlert text={form.alert} />
      <Button type="submit" isBlock isBusy={forgot.isPending}>
        Pošalji link
      </Button>
    </form>
  );
}

const SAVE_FAILED = 'Greška pri čuvanju podataka.';
const BLANK = { new_password: '', new_password_confirm: '' };

function useNewPassword(token: string, onRefused: (error: unknown) => void) {
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: (passwords: typeof BLANK) => request('POST /auth/reset', { body: { token, ...passwords } }),
    onSuccess: () => {
      endSession(); // a reset ends every session, also the one in this browser
      navigate(paths.login, { replace: true });
      toast('success', 'Lozinka je promenjena.');
    },
    onError: onRefused,
  });
}

function NewPasswordForm({ token }: { token: string }) {
  const form = useForm(BLANK);
  const reset = useNewPassword(token, (error) => form.refuse(serverErrors(error, SAVE_FAILED)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reset.isPending) return;
    const code = newPasswordRefusal(form.values);
    if (code) return form.refuse(ruleErrors(code));
    form.clearErrors();
    reset.mutate(form.values);
  };
  return (
    <form ref={form.ref} onSubmit={submit} noValidate className="grid gap-4">
      <PasswordField {...form.field('new_password')} label="Nova lozinka" autoComplete="new-password" />
      <PasswordField
        {...form.field('new_password_confirm')}
        label="Potvrda nove lozinke"
        autoComplete="new-password"
      />
      <FormAlert text={form.alert} />
      <Button type="submit" isBlock isBusy={reset.isPending}>
        Sačuvaj lozinku
      </Button>
      {errorCode(reset.error) === 'reset_link_dead' && (
        <Link to={paths.reset} className="text-link-inline py-3 text-center">
          Zatražite novi link
        </Link>
      )}
    </form>
  );
}
