import { useLocation } from 'react-router';
import { AuthPage } from './auth-page.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

/** The token of the mail's link, in its query or behind its #. */
function useLinkToken(): string | null {
  const { search, hash } = useLocation();
  return new URLSearchParams(search).get('token') ?? new URLSearchParams(hash.slice(1)).get('token');
}

/** /reset: without a token it asks for the email, with one for a new password (behaviour.md §7). */
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
