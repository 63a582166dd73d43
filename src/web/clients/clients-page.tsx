import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FileDown, FileUp } from 'lucide-react';
import { useLocation, useSearchParams } from 'wouter';
import type { Client } from '#contract/clients.ts';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { request } from '../lib/api.ts';
import { AppointmentDialogContext } from '../lib/appointment/dialog.ts';
import { csvText } from '../lib/csv.ts';
import { saveFile } from '../lib/device/save-file.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { clientQueries, dueTotalQuery } from '../lib/queries/admin-queries.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { ownersPage } from '../lib/routing/owners-page.tsx';
import { paths } from '../lib/routing/paths.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmailField, PasswordField, TextField } from '../ui/field.tsx';
import { Form, FormAlert, SubmitButton } from '../ui/form.tsx';
import { ListSkeleton, Page, PageHead } from '../ui/page.tsx';
import { Tabs, useTab } from '../ui/tabs.tsx';
import { areSame } from '../ui/use-form.ts';
import { BLANK, CLIENT_FIELDS, clientErrors, NEW_PASSWORD_HINT } from './client-fields.tsx';
import { ClientList, IMPORT_PATH } from './client-list.tsx';

const TABS = [
  { id: 'dodaj', label: 'Dodaj klijenta' },
  { id: 'pregled', label: 'Pregled svih klijenta' },
] as const;

const dueList = lazyPage(() => import('./due-list.tsx'));
const DUE = 'vreme';
type TabId = (typeof TABS)[number]['id'] | typeof DUE;

/** The chosen tab and its setter. The tab 'Vreme je' has its own path. */
function useClientsTab(): [TabId, (id: TabId) => void] {
  const [path, navigate] = useLocation();
  const [tab, setTab] = useTab(['pregled', 'dodaj']);
  const isDue = path === paths.adminDue;
  const choose = (id: TabId) => {
    if (id === DUE) navigate(paths.adminDue, { replace: true });
    else if (isDue) navigate(id === 'dodaj' ? ADD_PATH : paths.adminClients, { replace: true });
    else setTab(id);
  };
  return [isDue ? DUE : tab, choose];
}

const ADD_PATH = `${paths.adminClients}?tab=dodaj`;

const HEADING = ['Ime i prezime', 'Telefon', 'Email', 'Grad', 'Beleška'] as const;
const COLUMNS = ['name', 'phone', 'email', 'city', 'notes'] as const;

/** All clients as CSV, with the column headings that the import reads. */
export const clientsCsv = (clients: readonly Client[]): string =>
  csvText([[HEADING, ...clients.map((client) => COLUMNS.map((column) => client[column] ?? ''))]]);

function ExportButton() {
  const { data } = useQuery(clientQueries.all());
  if (!data?.length) return null;
  const save = () => saveFile({ name: 'clients.csv', type: 'text/csv', text: clientsCsv(data) });
  return (
    <Button icon={FileDown} variant="quiet" isSmall onClick={save}>
      Izvoz
    </Button>
  );
}

/** The tabs 'Dodaj' (form), 'Pregled' (list) and 'Vreme je'. The form keeps its values while the list is open. */
function ClientsTabs() {
  const [tab, setTab] = useClientsTab();
  const { data: due = 0 } = useInfiniteQuery(dueTotalQuery());
  const tabs = [
    ...TABS,
    {
      id: DUE,
      label: 'Vreme je',
      badge: <Badge count={due} isQuiet />,
      description: due > 0 ? String(due) : undefined,
    } as const,
  ];
  // of a new client only the name is required; a client with email and password can log in
  const form = useSubmitForm({
    start: BLANK,
    check: clientErrors,
    send: (body) => request('POST /users/clients', { body }),
    fallback: 'Neuspešno dodavanje.',
    done: 'Klijentkinja je dodata.',
    refetches: true,
    onDone: (_client, sent, { values, reset, ref }) => {
      reset(BLANK);
      if (areSame(values, sent)) ref.current?.querySelector('input')?.focus(); // else the user is already typing
    },
  });
  const { field } = form;
  return (
    <Page width="admin">
      <PageHead
        title="Klijenti"
        back={{ to: paths.admin, label: 'Admin panel' }}
        actions={
          <div className="flex flex-wrap gap-2">
            <ButtonLink icon={FileUp} to={IMPORT_PATH} variant="quiet" isSmall>
              Uvoz klijenata
            </ButtonLink>
            <ExportButton />
          </div>
        }
      />
      <Tabs label="Klijenti" tabs={tabs} chosen={tab} onChoose={setTab}>
        {tab === 'dodaj' ? (
          <Form form={form} className="grid max-w-home gap-4">
            <div className="grid items-start gap-4 md:grid-cols-2">
              <TextField {...field('name')} {...CLIENT_FIELDS.name} />
              <TextField {...field('phone')} {...CLIENT_FIELDS.phone} />
              <EmailField {...field('email')} {...CLIENT_FIELDS.email} />
              <PasswordField
                {...field('password_hash')}
                {...CLIENT_FIELDS.password_hash}
                hint={NEW_PASSWORD_HINT}
              />
            </div>
            <FormAlert />
            <SubmitButton className="md:justify-self-start">Dodaj klijenta</SubmitButton>
          </Form>
        ) : tab === DUE ? (
          <LazyPart part={dueList} props={{}} fallback={<ListSkeleton />} />
        ) : (
          <AppointmentDialogContext value={AppointmentDialog}>
            <ClientList onAdd={() => setTab('dodaj')} />
          </AppointmentDialogContext>
        )}
      </Tabs>
    </Page>
  );
}

const importPage = lazyPage(() => import('./import/import-page.tsx'));

/** The page /admin/clients (docs/spec/product.md §2.13). With `uvoz` in the URL it shows the import of a CSV file. */
function ClientsPage() {
  const [address] = useSearchParams();
  if (!address.has('uvoz')) return <ClientsTabs />;
  const skeleton = (
    <Page width="admin">
      <ListSkeleton />
    </Page>
  );
  return <LazyPart part={importPage} props={{}} fallback={skeleton} />;
}

export default ownersPage(ClientsPage);
