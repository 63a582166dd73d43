import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ResponseBody } from '#contract/index.ts';
import { momentInWords } from '#domain/wording/dates.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import { download, errorText, request } from '../lib/api.ts';
import { useToday } from '../lib/clock/clock.ts';
import { saveBlob } from '../lib/device/save-file.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { queryOf } from '../lib/queries/queries.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { List, ListItem } from '../ui/list.tsx';
import { EmptyState, ListSkeleton, Section } from '../ui/page.tsx';
import { toast } from '../ui/toasts/toast.ts';

type Backup = ResponseBody<'POST /backups'>;

const backupsQuery = queryOf(['backups'], 'GET /backups');

const KINDS: Record<Backup['kind'], string> = {
  daily: 'automatska',
  asked: 'napravljena na zahtev',
  'before-restore': 'stanje pre vraćanja kopije',
  'before-upgrade': 'stanje pre nove verzije',
  named: 'sačuvana ručno',
};
const SHOWN_COUNT = 8;
const KILOBYTE = 1024;

const sizeText = (bytes: number): string =>
  bytes < KILOBYTE * KILOBYTE
    ? `${formatNumber(Math.ceil(bytes / KILOBYTE))} kB`
    : `${formatNumber(Math.round((bytes / KILOBYTE / KILOBYTE) * 10) / 10)} MB`;

/** Lists the backups with a download button each, and a button for a new backup (docs/spec/behaviour.md §11.2). */
export function BackupsSection() {
  const backups = useQuery(backupsQuery);
  const queries = useQueryClient();
  const making = useMutation({
    mutationFn: () => request('POST /backups'),
    onSuccess: () => {
      toast('success', 'Rezervna kopija je napravljena.');
      return queries.invalidateQueries(backupsQuery);
    },
    onError: (error) => toast('error', errorText(error, 'Greška pri pravljenju kopije.')),
  });
  const saving = useMutation({
    mutationFn: ({ name }: Backup) => download('GET /backups/file', { query: { name } }),
    onSuccess: (file, { name }) => saveBlob(name, file),
    onError: (error) => toast('error', errorText(error, 'Greška pri preuzimanju kopije.')),
  });
  const today = useToday();
  return (
    <Section title="Rezervne kopije" className="mt-10">
      <Loaded query={backups} fallback="Greška pri učitavanju kopija." skeleton={<ListSkeleton rows={2} />}>
        {(known) => (
          <div className="grid gap-4">
            <p className="text-soft">
              {known.possible
                ? 'Rezervna kopija se pravi automatski, jednom dnevno. Kopija na istom disku ne pomaže kada disk otkaže: preuzmite je i sačuvajte na drugom mestu. U njoj su podaci svih klijentkinja.'
                : 'Na serveru nema programa pg_dump, pa se rezervna kopija ne pravi. Javite se onome ko je postavio program.'}
            </p>
            {known.backups.length === 0 ? (
              <EmptyState title="Još nema kopija." isCard>
                {known.possible && <p>Prva se pravi automatski, minut posle pokretanja.</p>}
              </EmptyState>
            ) : (
              <List aria-label="Rezervne kopije">
                {known.backups.slice(0, SHOWN_COUNT).map((backup) => {
                  const made = momentInWords(backup.made_at, today);
                  return (
                    <ListItem
                      key={backup.name}
                      title={<span className="first-letter:uppercase inline-block">{made}</span>}
                      note={`${KINDS[backup.kind]}, ${sizeText(backup.bytes)}`}
                      after={
                        <IconButton
                          icon={Download}
                          label={`Preuzmi kopiju, ${made}`}
                          disabled={saving.isPending && saving.variables.name === backup.name}
                          onClick={() => saving.mutate(backup)}
                        />
                      }
                    />
                  );
                })}
              </List>
            )}
            {known.possible && (
              <Button
                variant="quiet"
                isBusy={making.isPending}
                onClick={() => making.mutate()}
                className="md:justify-self-start"
              >
                Napravi rezervnu kopiju
              </Button>
            )}
          </div>
        )}
      </Loaded>
    </Section>
  );
}
