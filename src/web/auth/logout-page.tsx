import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import { logOut } from './log-out.ts';

/** /logout: clears all local storage and goes home (spec.md §2). */
export default function LogoutPage() {
  const navigate = useNavigate();
  useEffect(() => {
    logOut();
    void navigate(paths.home, { replace: true });
  }, [navigate]);
  return null;
}
