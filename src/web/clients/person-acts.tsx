import { Merge, Trash2, UserPlus, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import type { PersonDetails } from '#contract/people.ts';
import { request } from '../lib/api.ts';
import { ConfirmDeletion } from '../lib/forms/confirm-deletion.tsx';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmailField, PasswordField, TextField } from '../ui/field.tsx';
import { DialogForm } from '../ui/form.tsx';
import { NEW_PASSWORD_HINT, PERSON_FIELDS, personErrors } from './person-fields.tsx';

interface ActProps {
  person: PersonDetails;
  onClose: () => void;
}

/** Makes an account for a person without one. docs/spec/product.md §2.14 */
function AccountDialog({ person: { id, name, email }, onClose }: ActProps) {
  const form = useSubmitForm({
    start: { email: email ?? '', password_hash: '' },
    check: (values) => personErrors({ name, ...values }),
    send: (body) => request('POST /people/{id}/account', { params: { id }, body }),
    fallback: 'Nalog nije napravljen.',
    done: 'Nalog je napravljen.',
    refetches: true,
    onDone: onClose,
  });
  return (
    <Dialog title="Napravi nalog" lead={name} onClose={onClose} hasCloseButton={false}>
      <DialogForm form={form} submit="Napravi nalog">
        <p className="text-soft">Svoje termine vidi u nalogu, menja ih i dobija obaveštenja.</p>
        <EmailField {...form.field('email')} {...PERSON_FIELDS.email} required />
        <PasswordField
          {...form.field('password_hash')}
          {...PERSON_FIELDS.password_hash}
          hint={NEW_PASSWORD_HINT}
        />
      </DialogForm>
    </Dialog>
  );
}

/** Adds somebody else with the same number, such as a daughter. docs/spec/behaviour.md §21.1 */
function NamesakeDialog({ person: { phone }, onClose }: ActProps) {
  const form = useSubmitForm({
    start: { name: '' },
    check: ({ name }) => personErrors({ name, password_hash: '' }),
    send: ({ name }) => request('POST /people', { body: { name, phone } }),
    fallback: 'Neuspešno dodavanje.',
    done: 'Osoba je dodata.',
    refetches: true,
    onDone: onClose,
  });
  return (
    <Dialog title="Još neko s ovim brojem" lead={phone} onClose={onClose} hasCloseButton={false}>
      <DialogForm form={form} submit="Dodaj">
        <p className="text-soft">Na primer ćerka. Termini bez naloga na njeno ime prelaze kod nje.</p>
        <TextField {...form.field('name')} {...PERSON_FIELDS.name} />
      </DialogForm>
    </Dialog>
  );
}

function Deletion({ person: { id, client_id, name }, onGone, onClose }: ActProps & PersonActsProps) {
  return (
    <ConfirmDeletion
      question={`Obrisati ${client_id === null ? 'osobu' : 'klijentkinju'} „${name}“? Lični podaci se brišu svuda, a statistika ostaje ista.`}
      send={() =>
        client_id === null
          ? request('DELETE /people/{id}', { params: { id } })
          : request('DELETE /users/clients/{id}', { params: { id: client_id } })
      }
      done={client_id === null ? 'Osoba je obrisana.' : 'Klijentkinja je obrisana.'}
      onDeleted={onGone}
      fallback="Neuspešno brisanje."
      onClose={onClose}
    />
  );
}

const mergeDialog = lazyPage(() => import('./merge-dialog.tsx'));

interface PersonActsProps {
  person: PersonDetails;
  /** Called when the person was deleted or joined with another one. */
  onGone: () => void;
}

/** What the owner can do with a person besides editing and booking. */
export function PersonActs({ person, onGone }: PersonActsProps) {
  const [asked, setAsked] = useState<'account' | 'namesake' | 'merge' | 'deletion' | null>(null);
  const close = () => setAsked(null);
  const look = { variant: 'text', isSmall: true } as const;
  return (
    <div className="mt-4 -ml-3 flex flex-wrap gap-x-2">
      {person.client_id === null && (
        <Button {...look} icon={UserPlus} onClick={() => setAsked('account')}>
          Napravi nalog
        </Button>
      )}
      <Button {...look} icon={Merge} onClick={() => setAsked('merge')}>
        Spoji
      </Button>
      {person.phone && (
        <Button {...look} icon={UserRoundPlus} onClick={() => setAsked('namesake')}>
          Još neko s ovim brojem
        </Button>
      )}
      <Button {...look} icon={Trash2} variant="danger-text" onClick={() => setAsked('deletion')}>
        Obriši
      </Button>
      {asked === 'account' && <AccountDialog person={person} onClose={close} />}
      {asked === 'namesake' && <NamesakeDialog person={person} onClose={close} />}
      {asked === 'merge' && (
        <LazyPart part={mergeDialog} props={{ person_id: person.id, onClose: close, onMerged: onGone }} />
      )}
      {asked === 'deletion' && <Deletion person={person} onGone={onGone} onClose={close} />}
    </div>
  );
}
