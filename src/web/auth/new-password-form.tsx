import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { newPasswordRefusal } from '#salon/accounts.ts';
import { errorCode } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { refusedByRule, refusedByServer } from '../api/refusal/form-refusal.ts';
import { endSession } from '../api/session/session.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/action/button.tsx';
import { FormAlert } from '../ui/form/form-alert.tsx';
import { PasswordField } from '../ui/form/password-field.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { toast } from '../ui/toast/toast.ts';

const FALLBACK = 'Greška pri čuvanju podataka.';
const BLANK = { new_password: '', new_password_confirm: '' };

function useNewPassword(token: string, onRefused: (error: unknown) => void) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (passwords: typeof BLANK) => call('POST /auth/reset', { body: { token, ...passwords } }),
    onSuccess: () => {
      endSession(); // a reset ends every session, also the one in this browser
      void navigate(paths.login, { replace: true });
      toast('success', 'Lozinka je promenjena.');
    },
    onError: onRefused,
  });
}

export function NewPasswordForm({ token }: { token: string }) {
  const form = useForm(BLANK);
  const reset = useNewPassword(token, (error) => form.refuse(refusedByServer(error, FALLBACK)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reset.isPending) return;
    const code = newPasswordRefusal(form.values);
    if (code) return form.refuse(refusedByRule(code));
    form.accept();
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
