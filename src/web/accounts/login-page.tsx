import { Link, useLocation } from 'wouter';
import { textOfError } from '#contract/page-errors.ts';
import { NEXT, useNavigationKey } from '../lib/routing/browser-router.tsx';
import { paths } from '../lib/routing/paths.ts';
import { type Session, useWasRefused } from '../lib/session/session.ts';
import { isTechnician } from '../lib/session/technician.ts';
import { AuthPage } from './auth-page.tsx';
import { LoginForm } from './login-form.tsx';

/** The path of this site to open after the login; null if the user opened the login page directly. */
function useNextPath(): string | null {
  const key = useNavigationKey();
  const next = key?.startsWith(NEXT) ? key.slice(NEXT.length) : '';
  return /^\/(?![/\\])/.test(next) ? next : null;
}

/** The page /login (docs/spec/product.md §2.6). */
export default function LoginPage() {
  const wasRefused = useWasRefused();
  const next = useNextPath();
  const [, navigate] = useLocation();
  const open = ({ role }: Session) => {
    const isAllowed = next && (role === 'ADMIN' || !next.startsWith(paths.admin));
    navigate(isAllowed ? next : isTechnician() ? paths.adminCalendar : paths.home);
  };
  return (
    <AuthPage title="Prijava" lead="Dobro došli nazad.">
      <LoginForm reason={wasRefused ? textOfError('login_required') : null} onDone={open} />
      <p className="mt-6 text-center text-soft">
        Nemate nalog?{' '}
        <Link to={paths.register} className="text-link-inline py-3">
          Registracija
        </Link>
      </p>
    </AuthPage>
  );
}
