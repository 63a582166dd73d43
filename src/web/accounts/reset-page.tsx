import { CircleCheck, Phone } from 'lucide-react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { newPasswordRefusal } from '#domain/accounts/accounts.ts';
import { dialled } from '#domain/clients/phone.ts';
import { type Sentence, said, t } from '#domain/language/translate.ts';
import { errorCode, request } from '../lib/api.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { useSalon } from '../lib/queries/queries.ts';
import { useHash } from '../lib/routing/browser-router.tsx';
import { paths } from '../lib/routing/paths.ts';
import { endSession } from '../lib/session/session.ts';
import { ButtonAnchor } from '../ui/button.tsx';
import { EmailField, PasswordField } from '../ui/field.tsx';
import { Form, FormAlert, SubmitButton } from '../ui/form.tsx';
import { AuthPage } from './auth-page.tsx';
import { ruleErrors } from './rule-errors.ts';

/** The token from the link in the email; the link has it in the query or in the fragment. */
function useLinkToken(): string | null {
  const [query] = useSearchParams();
  const hash = useHash();
  return query.get('token') ?? new URLSearchParams(hash).get('token');
}

/** The page /reset. Asks for the email address; if the link contains a token, for a new password instead. docs/spec/behaviour.md §7.3 */
export default function ResetPage() {
  const token = useLinkToken();
  return token ? (
    <AuthPage title={t('Nova lozinka')} lead={t('Izaberite lozinku koju ćete zapamtiti.')}>
      <NewPasswordForm token={token} />
    </AuthPage>
  ) : (
    <ForgottenPassword />
  );
}

const OWNERS_HINT =
  'Salon je vaš? Novu lozinku postavlja onaj ko održava server, komandom {command}.' satisfies Sentence;

/** The form that requests a reset link. Without a mail server it asks the user to call the salon instead. */
function ForgottenPassword() {
  const salon = useSalon().data;
  const form = useSubmitForm({
    start: { email: '' },
    check: ({ email }) => (email.trim() ? null : { fields: { email: t('Unesite email adresu.') } }),
    send: (body) => request('POST /auth/forgot', { body }),
    fallback: t('Nije uspelo. Pokušajte ponovo.'),
  });
  const title = t('Zaboravljena lozinka');
  // not by sentence(): its module would weigh on the first screens of all account pages
  const [before, after] = said(OWNERS_HINT).split('{command}');
  return salon?.mail === false ? (
    <AuthPage title={title} lead={t('Pozovite salon da vam postavi novu lozinku.')}>
      {salon.phone && (
        // not a CallButton: the bundler would then put its module into a chunk that the booking page's first screen loads
        <ButtonAnchor icon={Phone} href={`tel:${dialled(salon.phone)}`} isBlock>
          {t('Pozovi {phone}', { phone: salon.phone })}
        </ButtonAnchor>
      )}
      <p className="mt-6 text-small text-soft">
        {before}
        <code translate="no">npm run admin:password</code>
        {after}
      </p>
    </AuthPage>
  ) : (
    <AuthPage title={title} lead={t('Poslaćemo vam link za novu lozinku.')}>
      {form.isSent ? (
        <p role="status" className="flex items-start gap-2.5 rounded-card bg-ok-tint px-4 py-3 text-ok">
          <CircleCheck className="mt-0.5 shrink-0" />
          {t('Ako nalog postoji, poslali smo link na email.')}
        </p>
      ) : (
        <Form form={form} className="grid gap-4">
          <EmailField {...form.field('email')} />
          <FormAlert />
          <SubmitButton isBlock>{t('Pošalji link')}</SubmitButton>
        </Form>
      )}
    </AuthPage>
  );
}

function NewPasswordForm({ token }: { token: string }) {
  const [, navigate] = useLocation();
  const form = useSubmitForm({
    start: { new_password: '', new_password_confirm: '' },
    check: (passwords) => ruleErrors(newPasswordRefusal(passwords)),
    send: (passwords) => request('POST /auth/reset', { body: { token, ...passwords } }),
    fallback: t('Greška pri čuvanju podataka.'),
    done: t('Lozinka je promenjena.'),
    onDone: () => {
      endSession(); // the server has already ended all sessions of the account
      navigate(paths.login, { replace: true });
    },
  });
  return (
    <Form form={form} className="grid gap-4">
      <PasswordField {...form.field('new_password')} label={t('Nova lozinka')} />
      <PasswordField {...form.field('new_password_confirm')} label={t('Potvrda nove lozinke')} />
      <FormAlert />
      <SubmitButton isBlock>{t('Sačuvaj lozinku')}</SubmitButton>
      {errorCode(form.error) === 'reset_link_dead' && (
        <Link to={paths.reset} className="text-link-inline py-3 text-center">
          {t('Zatražite novi link')}
        </Link>
      )}
    </Form>
  );
}
