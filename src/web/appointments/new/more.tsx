import { ChevronDown, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { NOTES_MAX_CHARACTERS } from '#domain/limits.ts';
import { Button } from '../../ui/button.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { StatusDot } from '../status-chip.tsx';
import { STATUSES_OF_NEW, withStatus } from './new-values.ts';
import type { NewAppointmentForm } from './use-new-appointment.ts';

/** The counter shows only near the limit. */
const NOTES_COUNTED_FROM = 800;
const STATUSES = STATUSES_OF_NEW.map((status) => ({ value: status, label: STATUS_LABELS[status] }));

/** What few need, behind its word until it is asked for; then the focus is in it. */
function Folded({
  label,
  icon,
  isOpen: isOpenAnyway = false,
  children,
}: {
  label: string;
  icon: ReactNode;
  /** There is something in it. */
  isOpen?: boolean;
  children: ReactNode;
}) {
  const [isAsked, setIsAsked] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAsked) place.current?.querySelector<HTMLElement>('textarea, select')?.focus();
  }, [isAsked]);
  if (isAsked || isOpenAnyway)
    return (
      <div ref={place} className="w-full">
        {children}
      </div>
    );
  return (
    <Button variant="text" onClick={() => setIsAsked(true)} className="-ml-3 justify-self-start">
      {icon}
      {label}
    </Button>
  );
}

/** The note, and what else the row can be: a free slot, a blocked time. */
export function More({ edit: { form, row }, isGiven }: { edit: NewAppointmentForm; isGiven: boolean }) {
  const { notes } = row;
  const isOfSlot = notes !== '' && !form.values.hasOwnNotes;
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-2">
      <Folded
        label="Napomena"
        icon={<Plus aria-hidden="true" size={20} strokeWidth={1.75} />}
        isOpen={isOfSlot}
      >
        <TextAreaField
          {...form.field('notes')}
          value={notes}
          onChange={(typed) => form.change({ notes: typed, hasOwnNotes: 'yes' })}
          label="Napomena"
          hint={isOfSlot && 'Sa slobodnog termina. Klijentkinja vidi napomenu.'}
          {...(notes.length > NOTES_COUNTED_FROM && { maxCharacters: NOTES_MAX_CHARACTERS })}
        />
      </Folded>
      {!isGiven && (
        <Folded
          label="Slobodan ili blokiran termin"
          icon={<ChevronDown aria-hidden="true" size={20} strokeWidth={1.75} />}
        >
          <SelectField
            name="status"
            value={row.status}
            onChange={(status) => form.change(withStatus(status))}
            label="Status"
            options={STATUSES}
            before={<StatusDot status={row.status} />}
          />
        </Folded>
      )}
    </div>
  );
}
