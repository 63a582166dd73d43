import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { AuthPage } from './auth-page.tsx';
import { LoginForm } from './login-form.tsx';

/** /login (spec.md §2). */
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
