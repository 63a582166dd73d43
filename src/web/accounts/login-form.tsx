import { useState } from 'react';
import { Link } from 'wouter';
import { textOfError } from '#contract/page-errors.ts';
import { loginRefusal } from '#domain/accounts.ts';
import { request } from '../lib/api.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { paths } from '../lib/routing/paths.ts';
import { type Session, startSession } from '../lib/session/session.ts';
import { markTechnician } from '../lib/session/technician.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { EmailField, PasswordField } from '../ui/field.tsx';
import { Form, FormAlert, SubmitButton } from '../ui/form.tsx';
import type { FormErrors } from '../ui/use-form.ts';

type Credentials = { email: string; password: string };

/** Checks the typed values with the server's rule. Returns the errors and marks blank fields, or returns null. */
function credentialErrors({ email, password }: Credentials): FormErrors | null {
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
    fallback: 'Neuspešna prijava. Proverite podatke.',
    onDone: (answer) => {
      const { token, name, email } = answer;
      const role = answer.role === 'CLIENT' ? answer.role : 'ADMIN';
      const session = { token, role, email: email ?? '', name } as const;
      startSession(session, isRemembered);
      if (answer.role === 'TECHNICIAN') markTechnician();
      onDone(session);
    },
    isDirty: () => false,
  });
  return (
    <Form form={form} className="grid gap-4">
      <FormAlert text={form.alert ?? (form.isUnsent ? (reason ?? null) : null)} />
      <EmailField {...form.field('email')} autoComplete="username" />
      <PasswordField {...form.field('password')} label="Lozinka" autoComplete="current-password" />
      <div className="-mt-1 flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox label="Zapamti me" isOn={isRemembered} onChange={setIsRemembered} />
        <Link to={paths.reset} className="text-link-inline py-3 text-small">
          Zaboravljena lozinka?
        </Link>
      </div>
      <SubmitButton isBlock>Prijavi se</SubmitButton>
    </Form>
  );
}
