import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import type { PersonDetails } from '#contract/people.ts';
import { phoneNumber } from '#domain/clients/phone.ts';
import type { PersonId } from '#domain/ids.ts';
import { momentInWords, type Today } from '#domain/wording/dates.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';
import { useToday } from '../lib/clock/clock.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { NO_ACCOUNT, peopleQueries } from '../lib/queries/people-queries.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/form.tsx';
import { ListSkeleton } from '../ui/page.tsx';
import { Warning } from '../ui/warning.tsx';
import { PersonPicker } from './person-picker.tsx';
import { FOR_STAFF } from './private-note.tsx';

const ofPerson = (person_id: PersonId) => ({ person_id, client_id: null });

/** A row of the comparison: its label, the text of each person, and what the kept person gains if both have one. */
const rowsFor = (today: Today) =>
  [
    ['Telefon', ({ phone }) => phone, () => null],
    ['Nalog', ({ client_id, email }) => (client_id === null ? null : (email ?? 'bez emaila')), () => null],
    ['Posete', ({ visits }) => formatNumber(visits), ({ visits }) => visits > 0 && formatNumber(visits)],
    ['Poslednja poseta', ({ last_visit }) => last_visit && momentInWords(last_visit, today), () => null],
    ['Beleška', ({ notes }) => notes, () => 'dopisuje se'],
    [FOR_STAFF, ({ staff_note }) => staff_note, () => 'dopisuje se'],
  ] as const satisfies readonly (readonly [
    string,
    (person: PersonDetails) => string | null,
    (from: PersonDetails) => string | false | null,
  ])[];

interface BothProps {
  kept: PersonDetails;
  from: PersonDetails;
  onSwap: () => void;
}

/** Both people side by side: the left one stays, everything of the right one goes to her. */
function Comparison({ kept, from, onSwap }: BothProps) {
  const rows = rowsFor(useToday());
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 text-left text-small *:[&_td]:align-top [&_td]:border-t [&_td]:border-line [&_td]:p-2.5 [&_td]:wrap-anywhere [&_th]:p-2.5 [&_th]:align-top">
      <thead>
        <tr>
          <td className="w-[26%] border-0! pl-0!">
            <IconButton icon={ArrowLeftRight} label="Zameni strane" onClick={onSwap} />
          </td>
          {[kept, from].map((person, index) => (
            <th key={person.id} scope="col" className={index === 0 ? 'rounded-t-card bg-blush' : undefined}>
              <span className="block font-normal text-soft">{index === 0 ? 'Ostaje' : 'Prelazi'}</span>
              <span className="block font-display text-h3 font-[460] wrap-anywhere">{person.name}</span>
              <span className="font-normal text-soft">
                {person.client_id === null ? NO_ACCOUNT : 'sa nalogom'}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, textOf, gainOf]) => {
          const [own, other] = [textOf(kept), textOf(from)];
          const gain = other && (own === null ? other : own !== other && gainOf(from));
          return (
            <tr key={label}>
              <th scope="row" className="border-t border-line pl-0! font-normal text-soft hyphens-auto">
                {label}
              </th>
              <td className="bg-blush">
                <span className="line-clamp-4">{own}</span>{' '}
                {gain && <b className="font-semibold text-ok">{`+ ${gain}`}</b>}
                {!own && !gain && '-'}
              </td>
              <td className="text-soft">
                <span className="line-clamp-4">{other ?? '-'}</span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface MergeProps {
  one: PersonDetails;
  other: PersonDetails;
  onMerged: () => void;
}

function MergeForm({ one, other, onMerged }: MergeProps) {
  const [isSwapped, setIsSwapped] = useState(one.client_id === null && other.client_id !== null);
  const [kept, from] = isSwapped ? [other, one] : [one, other];
  const form = useSubmitForm({
    start: {},
    send: () =>
      request('POST /people/{id}/merge', { params: { id: kept.id }, body: { from_person_id: from.id } }),
    fallback: 'Spajanje nije uspelo.',
    done: ({ name }) => `Spojeno: ${name}.`,
    refetches: true,
    onDone: onMerged,
  });
  const isSameNumber = kept.phone !== null && phoneNumber(kept.phone) === phoneNumber(from.phone);
  return (
    <DialogForm form={form} submit="Spoji">
      <p className="text-soft">
        {isSameNumber && `Isti telefon: ${kept.phone}. `}Sve što je desno prelazi levo.
      </p>
      <Comparison kept={kept} from={from} onSwap={() => setIsSwapped(!isSwapped)} />
      <Warning>
        Spajanje ne može da se poništi. Ostaje zapisano u istoriji.
        {kept.has_login === 1 && from.has_login === 1 && ` Prijava sa ${from.email} više neće važiti.`}
      </Warning>
    </DialogForm>
  );
}

interface ChooseProps {
  one: PersonDetails;
  onChoose: (id: PersonId) => void;
}

/** Asks for the other person; people with the same number are one press away. */
function Choose({ one, onChoose }: ChooseProps) {
  const { data = [] } = useQuery({ ...peopleQueries.found(one.phone ?? ''), enabled: one.phone !== null });
  const others = data.flatMap(({ person_id, name }) =>
    person_id === null || person_id === one.id ? [] : [{ person_id, name }],
  );
  return (
    <div className="grid gap-4 pb-64">
      <p className="text-soft">{`Ko je ista osoba kao ${one.name}?`}</p>
      {others.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-small text-soft">Isti telefon:</span>
          {others.map(({ person_id, name }) => (
            <Button key={person_id} variant="quiet" isSmall onClick={() => onChoose(person_id)}>
              {name}
            </Button>
          ))}
        </div>
      )}
      <PersonPicker
        chosen={null}
        onChoose={(person) => person?.person_id && person.person_id !== one.id && onChoose(person.person_id)}
        isOfKnown
      />
    </div>
  );
}

interface MergeDialogProps {
  person_id: PersonId;
  /** The other person; left out: the dialog asks. */
  other_id?: PersonId;
  onClose: () => void;
  onMerged: () => void;
}

/** The dialog 'Spoji': joins two people into one. docs/spec/behaviour.md §21.4 */
export default function MergeDialog({ person_id, other_id, onClose, onMerged }: MergeDialogProps) {
  const [otherId, setOtherId] = useState(other_id);
  const one = useQuery(peopleQueries.one(ofPerson(person_id)));
  const other = useQuery(peopleQueries.one(otherId === undefined ? null : ofPerson(otherId)));
  const shown = { fallback: 'Greška pri učitavanju korisnika.', skeleton: <ListSkeleton rows={5} /> };
  return (
    <Dialog title="Spoji" onClose={onClose} isWide>
      <Loaded query={one} {...shown}>
        {(first) =>
          otherId === undefined ? (
            <Choose one={first} onChoose={setOtherId} />
          ) : (
            <Loaded query={other} {...shown}>
              {(second) => <MergeForm one={first} other={second} onMerged={onMerged} />}
            </Loaded>
          )
        }
      </Loaded>
    </Dialog>
  );
}
