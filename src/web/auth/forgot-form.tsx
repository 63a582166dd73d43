import { useMutation } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { FormEvent } from 'react';
import { call } from '../api/call.ts';
import { refusedByServer } from '../api/refusal/form-refusal.ts';
import { Button } from '../ui/action/button.tsx';
import { EmailField } from '../ui/form/email-field.tsx';
import { FormAlert } from '../ui/form/form-alert.tsx';
import { useForm } from '../ui/form/use-form.ts';

const EMAIL_MISSING = 'Unesite email adresu.';
const FALLBACK = 'Nije uspelo. Pokušajte ponovo.';

function Sent() {
  return (
    <p role="status" className="flex items-start gap-2.5 rounded-card bg-ok-tint px-4 py-3 text-ok">
      <CircleCheck aria-hidden="true" size={20} strokeWidth={1.75} className="mt-0.5 shrink-0" />
      Ako nalog postoji, poslali smo link na email.
    </p>
  );
}

export function ForgotForm() {
  const form = useForm({ email: '' });
  const forgot = useMutation({
    mutationFn: () => call('POST /auth/forgot', { body: { email: form.values.email } }),
    onError: (error) => form.refuse(refusedByServer(error, FALLBACK)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (forgot.isPending) return;
    if (!form.values.email.trim()) return form.refuse({ fields: { email: EMAIL_MISSING } });
    form.accept();
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
