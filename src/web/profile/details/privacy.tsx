import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/action/button.tsx';
import { Section } from '../../ui/part/page.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast/toast.ts';
import { ForgetSheet } from './forget-sheet.tsx';

const FALLBACK = 'Greška pri učitavanju podataka.';

/** What is stored on her: to take along, or to be forgotten. */
export function Privacy() {
  const [isForgetting, setIsForgetting] = useState(false);
  const file = useMutation({
    mutationFn: () => call('GET /auth/me/export'),
    onSuccess: (own) =>
      saveFile({ name: 'moji-podaci.json', type: 'application/json', text: JSON.stringify(own, null, 2) }),
    onError: (error) => toast('error', errorText(error, FALLBACK)),
  });
  return (
    <Section title="Vaši podaci" className="mt-10">
      <p className="mb-4 text-soft">
        Preuzmite sve što salon čuva o vama, ili obrišite nalog i sve lične podatke.
      </p>
      <div className="grid gap-2 md:grid-cols-2">
        <Button variant="quiet" isBusy={file.isPending} onClick={() => file.mutate()}>
          {!file.isPending && <Download aria-hidden="true" size={20} strokeWidth={1.75} />}
          Preuzmi moje podatke
        </Button>
        <Button variant="danger-text" onClick={() => setIsForgetting(true)}>
          Obriši nalog
        </Button>
      </div>
      {isForgetting && <ForgetSheet onClose={() => setIsForgetting(false)} />}
    </Section>
  );
}
