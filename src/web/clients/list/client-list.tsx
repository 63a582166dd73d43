import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Client } from '#contract/users.ts';
import { Loaded } from '../../api/loaded.tsx';
import { Button } from '../../ui/action/button.tsx';
import { ListBones } from '../../ui/part/bones.tsx';
import { EmptyState } from '../../ui/part/empty-state.tsx';
import { useIsWide } from '../../ui/use-media.ts';
import { ClientDialog } from '../client-dialog.tsx';
import { useClients } from '../queries.ts';
import { ClientCards } from './client-cards.tsx';
import { ClientSearch } from './client-search.tsx';
import { ClientTable } from './client-table.tsx';
import { DeleteClient } from './delete-client.tsx';
import type { Drafts } from './edit-client.tsx';
import { findClients, foldAhead } from './find-clients.ts';

const FALLBACK = 'Greška pri učitavanju';

/** Which rows are being edited; the end of an edit gives the focus back to the row's button. */
function useEdited() {
  const [edited, setEdited] = useState<ReadonlySet<number>>(new Set());
  const [ended, setEnded] = useState<{ id: number } | null>(null);
  useEffect(() => {
    if (ended) document.querySelector<HTMLElement>(`[data-edit="${ended.id}"]`)?.focus();
  }, [ended]);
  const onEdit = useCallback(({ id }: Client) => setEdited((was) => new Set(was).add(id)), []);
  const onEditEnd = useCallback((client: Client) => {
    setEdited((was) => new Set([...was].filter((id) => id !== client.id)));
    setEnded({ id: client.id });
  }, []);
  return { edited, onEdit, onEditEnd };
}

/** Who is found, and those among the others whose row is being edited. */
function useFound(clients: readonly Client[], query: string, edited: ReadonlySet<number>) {
  useEffect(() => foldAhead(clients), [clients]);
  const found = useMemo(() => findClients(clients, query), [clients, query]);
  const shown = useMemo(() => {
    if (edited.size === 0 || found === clients) return found;
    const isFound = new Set(found);
    return clients.filter((client) => isFound.has(client) || edited.has(client.id));
  }, [clients, found, edited]);
  return { found, shown };
}

function Clients({ clients }: { clients: readonly Client[] }) {
  const [query, setQuery] = useState('');
  const [opened, setOpened] = useState<Client | null>(null);
  const [deleted, setDeleted] = useState<Client | null>(null);
  const { current: drafts } = useRef<Drafts>(new Map());
  const { edited, ...editing } = useEdited();
  const { found, shown } = useFound(clients, query, edited);
  const Rows = useIsWide() ? ClientTable : ClientCards;
  return (
    <>
      <ClientSearch
        onSearch={setQuery}
        isSticky={edited.size === 0}
        total={clients.length}
        found={found.length}
      />
      {shown.length > 0 ? (
        <Rows
          clients={shown}
          edited={edited}
          drafts={drafts}
          onOpen={setOpened}
          onDelete={setDeleted}
          {...editing}
        />
      ) : (
        <EmptyState title="Niko nije pronađen." isCard>
          <p className="text-soft">Pokušajte s delom imena ili broja telefona.</p>
        </EmptyState>
      )}
      {opened && <ClientDialog id={opened.id} onClose={() => setOpened(null)} />}
      {deleted && <DeleteClient client={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

/** All clients: searched while typing, edited in place. Thousands stay fluent. */
export function ClientList({ onAdd }: { onAdd: () => void }) {
  const query = useClients();
  return (
    <Loaded
      query={query}
      fallback={FALLBACK}
      bones={<ListBones rows={8} />}
      empty={
        <EmptyState title="Još nema klijenata." isCard>
          <Button onClick={onAdd} className="mt-2">
            Dodajte prvog
          </Button>
        </EmptyState>
      }
    >
      {(clients) => <Clients clients={clients} />}
    </Loaded>
  );
}
