import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Ellipsis, FileDown, FileUp, ListPlus } from 'lucide-react';
import { useLocation, useSearchParams } from 'wouter';
import type { ListedPerson } from '#contract/people.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { PEOPLE } from '#domain/wording/counted-words.ts';
import { counted, formatNumber } from '#domain/wording/numbers.ts';
import { errorText, request } from '../lib/api.ts';
import { useNow } from '../lib/clock/clock.ts';
import { saveFile } from '../lib/device/save-file.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { useMenu } from '../lib/menu/use-menu.tsx';
import { dueTotalQuery } from '../lib/queries/admin-queries.ts';
import { peopleQueries } from '../lib/queries/people-queries.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { OF_LISTS, ownersPage, TO_PANEL } from '../lib/routing/owners-page.tsx';
import { paths } from '../lib/routing/paths.ts';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink, IconButton } from '../ui/button.tsx';
import { EmailField, PasswordField, TextField } from '../ui/field.tsx';
import { Form, FormAlert, SubmitButton } from '../ui/form.tsx';
import { ListSkeleton, Page, PageHead } from '../ui/page.tsx';
import { Tabs, useTab } from '../ui/tabs.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { areSame } from '../ui/use-form.ts';
import { pastBookings, peopleCsv, visitsCsv } from './exports.ts';
import { useOpenedCard } from './opened-card.ts';
import { IMPORT_PATH, PeopleList } from './people-list.tsx';
import { BLANK, NEW_PASSWORD_HINT, PERSON_FIELDS, personErrors } from './person-fields.tsx';

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

const LINES_PATH = `${paths.adminClients}?uvoz=termini`;
const ADD_PATH = `${paths.adminClients}?tab=dodaj`;

/** The numbers in the heading: '57 osoba, 41 sa nalogom'. */
const countsInWords = (people: readonly ListedPerson[]): string =>
  `${counted(people.length, PEOPLE)}, ${formatNumber(people.filter(({ client_id }) => client_id !== null).length)} sa nalogom`;

/** The menu of what is rarely needed: many appointments at once, and the two files of everybody: people, and their past visits. */
function More({ now }: { now: WallTime | null }) {
  const [, navigate] = useLocation();
  const { data } = useQuery(peopleQueries.all());
  const visits = useMutation({
    mutationFn: pastBookings,
    onSuccess: (rows, at) => saveFile({ name: 'posete.csv', type: 'text/csv', text: visitsCsv(rows, at) }),
    onError: (error) => toast('error', errorText(error, 'Greška pri učitavanju termina.')),
  });
  const save = () => saveFile({ name: 'clients.csv', type: 'text/csv', text: peopleCsv(data ?? []) });
  const exports = [
    { label: 'Izvoz', icon: FileDown, onPress: save },
    { label: 'Posete u CSV', icon: FileDown, onPress: () => now && visits.mutate(now) },
  ];
  const { trigger, menu } = useMenu([
    { label: 'Unesi više termina', icon: ListPlus, onPress: () => navigate(LINES_PATH) },
    ...(data?.length ? exports : []),
  ]);
  return (
    <>
      <IconButton {...trigger} icon={Ellipsis} label="Još" isEdged />
      {menu}
    </>
  );
}

const BESIDE_CARD = { paddingRight: 'calc(26rem + var(--gap))' };

/** The tabs 'Dodaj' (form), 'Pregled' (list) and 'Vreme je'. The form keeps its values while the list is open. */
function ClientsTabs() {
  const [tab, setTab] = useClientsTab();
  const card = useOpenedCard();
  const { data: people } = useQuery(peopleQueries.all());
  const now = useNow();
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
    check: personErrors,
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
    <Page width="admin" className={OF_LISTS} style={card.isPanel && card.of ? BESIDE_CARD : undefined}>
      <PageHead
        title="Klijenti"
        back={TO_PANEL}
        actions={
          <>
            <p className="mr-auto text-soft">{people && countsInWords(people)}</p>
            <div className="flex gap-2">
              <ButtonLink icon={FileUp} to={IMPORT_PATH} variant="quiet" isSmall>
                Uvoz klijenata
              </ButtonLink>
              <More now={now} />
            </div>
          </>
        }
      />
      <Tabs label="Klijenti" tabs={tabs} chosen={tab} onChoose={setTab}>
        {tab === 'dodaj' ? (
          <Form form={form} className="grid max-w-home gap-4">
            <div className="grid items-start gap-4 md:grid-cols-2">
              <TextField {...field('name')} {...PERSON_FIELDS.name} />
              <TextField {...field('phone')} {...PERSON_FIELDS.phone} />
              <EmailField {...field('email')} {...PERSON_FIELDS.email} />
              <PasswordField
                {...field('password_hash')}
                {...PERSON_FIELDS.password_hash}
                hint={NEW_PASSWORD_HINT}
              />
            </div>
            <FormAlert />
            <SubmitButton className="md:justify-self-start">Dodaj klijenta</SubmitButton>
          </Form>
        ) : tab === DUE ? (
          <LazyPart part={dueList} props={{}} fallback={<ListSkeleton />} />
        ) : (
          <PeopleList card={card} onAdd={() => setTab('dodaj')} />
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
    <Page width="admin" className={OF_LISTS}>
      <ListSkeleton />
    </Page>
  );
  return <LazyPart part={importPage} props={{}} fallback={skeleton} />;
}

export default ownersPage(ClientsPage);
