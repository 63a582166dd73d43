import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DelayedPerson } from '#contract/told/told.ts';
import type { TechnicianId } from '#domain/ids.ts';
import { clockOf, type WallTime } from '#domain/wall-clock.ts';
import { ofTechnician } from '#domain/wording/appointments.ts';
import { reachedInWords } from '#domain/wording/told/round.ts';
import { errorText, request } from '../lib/api.ts';
import { useUndoToast } from '../lib/appointment/appointments.ts';
import { useToday } from '../lib/clock/clock.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { isTechnician } from '../lib/session/session.ts';
import { TechnicianChips, useTechnicians } from '../technicians/technicians.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions, FormAlert } from '../ui/form.tsx';
import { List } from '../ui/list.tsx';
import { ListSkeleton } from '../ui/page.tsx';
import { delayPreviewQuery, delayQuery, roundQuery } from './queries.ts';
import { ReachRow, RoundItem, useMarked } from './reach-row.tsx';
import { Group, NextText, UndoButton } from './round-sheet.tsx';

const MINUTES = [10, 15, 20, 30, 45] as const;

const REACHED_BY = {
  PUSH: 'dobija obaveštenje na telefon',
  MAIL: 'dobija mejl',
  SMS: 'dobija SMS',
} as const;

/** Whom the delay reaches: the old and the expected time, or that she is on time. */
const PersonRow = ({ person: { name, start_datetime, expected, reach } }: { person: DelayedPerson }) => (
  <li className="px-4 py-3">
    <span className="flex flex-wrap justify-between gap-x-3 tabular-nums">
      <span className={expected > start_datetime ? 'font-semibold' : undefined}>{name}</span>
      {expected > start_datetime ? (
        <span>
          <s className="text-soft">{clockOf(start_datetime)}</s>{' '}
          <b className="font-semibold">{`oko ${clockOf(expected)}`}</b>
        </span>
      ) : (
        `${clockOf(start_datetime)}, na vreme`
      )}
    </span>
    {expected > start_datetime && (
      <span className="block text-small text-soft">{reach ? REACHED_BY[reach] : 'poruku šaljete vi'}</span>
    )}
  </li>
);

type OfTechnician = { technician_id?: TechnicianId };

/** Announces a delay; 0 ends it. The toast undoes it for 10 s. */
function useDelay(of: OfTechnician, onSaved: () => void) {
  const toastUndo = useUndoToast();
  return useMutation({
    mutationFn: (minutes: number) => request('PUT /delay', { body: { minutes, ...of } }),
    onSuccess: ({ undo_token }, minutes) => {
      toastUndo(minutes === 0 ? 'Ne kasnite više.' : `Javljeno: kasnite ${minutes} min.`, undo_token);
      onSaved();
    },
    onSettled: useInvalidateAppointments(),
  });
}

interface ChoiceProps {
  of: OfTechnician;
  onSaved: () => void;
  onClose: () => void;
}

function Choice({ of, onSaved, onClose }: ChoiceProps) {
  const [minutes, setMinutes] = useState<number | null>(null);
  const preview = useQuery(delayPreviewQuery(minutes === null ? null : { minutes, ...of }));
  const { mutate, isPending, error } = useDelay(of, onSaved);
  const people = preview.data?.people ?? [];
  return (
    <>
      <p id="koliko" className="mt-4 mb-2 text-small">
        Koliko minuta
      </p>
      <fieldset aria-labelledby="koliko" className="grid grid-cols-5 gap-2">
        {MINUTES.map((one) => (
          <button
            key={one}
            type="button"
            aria-label={`${one} minuta`}
            aria-pressed={one === minutes}
            onClick={() => setMinutes(one)}
            className="min-h-14 rounded-card border border-edge bg-card text-h3 transition-colors hover:bg-blush aria-pressed:border-transparent aria-pressed:bg-accent aria-pressed:text-white"
          >
            {one}
          </button>
        ))}
      </fieldset>
      {minutes !== null && (
        <section className="mt-5">
          <h3 className="mb-2 flex justify-between text-small font-semibold text-soft">
            Kome se javlja
            <span>{people.filter(({ expected, start_datetime }) => expected > start_datetime).length}</span>
          </h3>
          <Loaded query={preview} fallback="Greška pri učitavanju." skeleton={<ListSkeleton rows={2} />}>
            {() =>
              people.length === 0 ? (
                <p className="text-soft">Danas više nema zakazanih termina.</p>
              ) : (
                <List>
                  {people.map((person) => (
                    <PersonRow key={person.appointment_id} person={person} />
                  ))}
                </List>
              )
            }
          </Loaded>
        </section>
      )}
      <FormAlert text={error && errorText(error, 'Greška pri čuvanju kašnjenja.')} />
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          Odustani
        </Button>
        <Button
          disabled={minutes === null}
          isBusy={isPending}
          onClick={() => minutes !== null && !isPending && mutate(minutes)}
        >
          {minutes === null ? 'Javi' : `Javi, kasnim ${minutes} min`}
        </Button>
      </DialogActions>
    </>
  );
}

interface RunningProps extends Omit<ChoiceProps, 'onSaved'> {
  technician: TechnicianId | null;
  onChange: () => void;
}

const expects = (at: WallTime | null) => at && `očekujete je oko ${clockOf(at)}`;

/** A delay that was announced: whom somebody has still to tell, and who was told. */
function Running({ of, technician, onChange, onClose }: RunningProps) {
  const today = useToday();
  const round = useQuery(roundQuery(today && { date: today, ...of }));
  const { mutate, isPending, error } = useDelay(of, onClose);
  const { marked, mark, undo } = useMarked();
  const rows = (round.data ?? []).filter(
    ({ expected, technician_id }) => expected !== null && technician_id === (technician ?? technician_id),
  );
  const left = rows.filter(({ to_tell }) => to_tell !== null);
  return (
    <>
      <Group title="Još da javite" rows={left}>
        {(row) => (
          <ReachRow
            key={row.id}
            row={row}
            note={expects(row.to_tell)}
            isNext={row === left[0]}
            onMarked={mark}
          />
        )}
      </Group>
      <Group title="Javljeno" rows={rows.filter((row) => !left.includes(row))}>
        {(row) => {
          const last = row.reached.findLast(({ what }) => what === 'DELAY');
          return (
            <RoundItem key={row.id} row={row} note={expects(row.expected)}>
              {marked[row.id] === undefined ? (
                <span className="pr-2 text-small text-soft">{last && reachedInWords(last)}</span>
              ) : (
                <UndoButton row={row} onPress={() => undo(row.id)} />
              )}
            </RoundItem>
          );
        }}
      </Group>
      <NextText id={left.find(({ calls_only }) => calls_only === 0)?.id ?? null} />
      <FormAlert text={error && errorText(error, 'Greška pri čuvanju kašnjenja.')} />
      <DialogActions>
        <Button variant="quiet" onClick={onChange}>
          Promeni
        </Button>
        <Button variant="quiet" isBusy={isPending} onClick={() => isPending || mutate(0)}>
          Ne kasnim više
        </Button>
      </DialogActions>
    </>
  );
}

/** 'Kasnim': how many minutes, whom it reaches, and afterwards who has still to be told. docs/spec/behaviour.md §29.6 */
export default function LateSheet({ onClose }: { onClose: () => void }) {
  const technicians = useTechnicians();
  const isOwner = !isTechnician();
  const [picked, setPicked] = useState<TechnicianId | null>(null);
  const [isChanging, setIsChanging] = useState(false);
  const delays = useQuery(delayQuery());
  const first = delays.data?.[0]?.technician_id ?? technicians[0]?.id ?? null;
  const technician = isOwner && technicians.length > 0 ? (picked ?? first) : null;
  const of = technician === null ? {} : { technician_id: technician };
  const delay = delays.data?.find(({ technician_id }) => technician_id === (technician ?? technician_id));
  const running = isChanging ? undefined : delay;
  const name = technicians.find(({ id }) => id === delay?.technician_id)?.name;
  const lead = running
    ? [name && ofTechnician(name), `javljeno u ${clockOf(running.at)}`].filter(Boolean).join(' · ')
    : 'Vreme u knjizi ostaje isto. Javlja se onima koje kašnjenje stiže.';
  return (
    <Dialog title={running ? `Kasnim ${running.minutes} min` : 'Kasnim'} lead={lead} onClose={onClose}>
      {isOwner && (
        <TechnicianChips technicians={technicians} chosen={technician} onChoose={setPicked} isOne />
      )}
      {delays.data === undefined ? (
        <ListSkeleton rows={3} />
      ) : running ? (
        <Running of={of} technician={technician} onChange={() => setIsChanging(true)} onClose={onClose} />
      ) : (
        <Choice key={technician} of={of} onSaved={() => setIsChanging(false)} onClose={onClose} />
      )}
    </Dialog>
  );
}
