import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { AuthPage } from './auth-page.tsx';
import { RegisterForm } from './register-form.tsx';

/** /register (spec.md §2). */
export default function RegisterPage() {
  return (
    <AuthPage title="Registracija" lead="Zakazujte brže i pratite svoje termine na jednom mestu.">
      <RegisterForm />
      <p className="mt-6 text-center text-soft">
        Već imate nalog?{' '}
        <Link to={paths.login} className="text-link-inline py-3">
          Prijava
        </Link>
      </p>
    </AuthPage>
  );
}
