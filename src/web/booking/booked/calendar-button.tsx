import { CalendarPlus } from 'lucide-react';
import { type CalendarOf, useCalendarFile } from '../../api/appointments/use-calendar-file.ts';
import { Button, type ButtonVariant } from '../../ui/action/button.tsx';

export function CalendarButton({ of, variant }: { of: CalendarOf; variant?: ButtonVariant }) {
  const file = useCalendarFile(of);
  return (
    <Button isBlock variant={variant} isBusy={file.isPending} onClick={() => file.mutate()}>
      {!file.isPending && <CalendarPlus aria-hidden="true" size={20} strokeWidth={1.75} />}
      Dodaj u kalendar
    </Button>
  );
}
