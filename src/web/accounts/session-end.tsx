import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'wouter';
import { textOfError } from '#contract/page-errors.ts';
import { t } from '#domain/language/translate.ts';
import { paths } from '../lib/routing/paths.ts';
import { leaveEndedSession, useSession } from '../lib/session/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { keepOnTop } from '../ui/toasts/top-place.ts';
import { LoginForm } from './login-page.tsx';

/** Creates the container of the login message at the top of the page or of an open modal dialog. */
function useTopPlace(): HTMLElement {
  const [place] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    place.className = 'sticky top-0 z-20';
    return keepOnTop(place, (top) => top.prepend(place));
  }, [place]);
  return place;
}

/** Forgets the expired session when the user opens another page. On unmount, for example after a login, refetches all queries. */
function useEnd(): void {
  const queries = useQueryClient();
  const [path] = useLocation();
  const [endedAt] = useState(path);
  useEffect(() => {
    if (path !== endedAt) leaveEndedSession();
  }, [path, endedAt]);
  useEffect(() => () => void queries.invalidateQueries(), [queries]);
}

/** Shown when the session ends while a page is open. The page stays; a dialog lets the user log in again. docs/spec/behaviour.md §7.1 */
export default function SessionEnd() {
  useEnd();
  const place = useTopPlace();
  const email = useSession()?.email ?? '';
  const [, navigate] = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const text = textOfError('login_required');
  if (isOpen) {
    return (
      <Dialog title={t('Prijava')} lead={text} onClose={() => setIsOpen(false)}>
        <LoginForm
          email={email}
          onDone={(session) => {
            if (session.email !== email) navigate(paths.home); // a different user has logged in and must not see the open page
          }}
        />
      </Dialog>
    );
  }
  return createPortal(
    <div
      role="alert"
      className="flex flex-wrap items-center justify-center gap-x-4 bg-warn-tint px-4 py-2 text-small text-warn print:hidden"
    >
      {text}
      <Button variant="quiet" isSmall onClick={() => setIsOpen(true)}>
        {t('Prijavi se')}
      </Button>
    </div>,
    place,
  );
}
