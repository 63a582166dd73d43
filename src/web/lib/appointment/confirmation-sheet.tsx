import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { createRoot } from 'react-dom/client';
import type { SalonAppointment } from '#contract/appointments.ts';
import { personOf, phoneOf, whenInWords } from '#domain/wording/appointments.ts';
import { messageFacts } from '#domain/wording/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useToday } from '../clock/clock.ts';
import { copyMessage, TextLinks, useMessageText } from './message-links.tsx';

interface ConfirmationSheetProps {
  row: SalonAppointment;
  onClose: () => void;
}

/** The confirmation as the client will read it, and the ways to send it. docs/spec/behaviour.md §5.18 */
function ConfirmationSheet({ row, onClose }: ConfirmationSheetProps) {
  const text = useMessageText('confirmation', messageFacts(row));
  const today = useToday();
  return (
    <Dialog
      title="Pošalji potvrdu"
      lead={today && `${personOf(row)}, ${whenInWords(row, today)}`}
      onClose={onClose}
    >
      <div className="grid gap-3">
        {text && (
          <p className="rounded-card bg-blush px-4 py-3 text-small wrap-anywhere whitespace-pre-line">
            {text}
          </p>
        )}
        <TextLinks phone={phoneOf(row) ?? ''} of={personOf(row)} text={text} isWriting className="w-full" />
        {text && (
          <Button icon={Copy} variant="quiet" isBlock onClick={() => void copyMessage(text)}>
            Kopiraj tekst
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** Opens the sheet apart from the page: the sheet 'Novi termin', from which the toast came, is closed by then. */
export function openConfirmation(row: SalonAppointment, client: QueryClient): void {
  const root = createRoot(document.createElement('div'));
  root.render(
    <QueryClientProvider client={client}>
      <ConfirmationSheet row={row} onClose={() => root.unmount()} />
    </QueryClientProvider>,
  );
}
