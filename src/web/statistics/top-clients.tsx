import type { Statistics } from './queries.ts';

const CARD = 'flex min-h-12 w-full items-center justify-between gap-3 rounded-card border px-3.5 py-2.5';

function Visits({ client, count }: { client: string; count: number }) {
  return (
    <>
      <span className="min-w-0 wrap-break-word">{client}</span>
      <b className="font-semibold tabular-nums">{count}x</b>
    </>
  );
}

/** The clients who came most; a card opens the client's dialog, except of a deleted account. */
export function TopClients({
  clients,
  onOpen,
}: {
  clients: Statistics['clients'];
  onOpen: (id: number) => void;
}) {
  return (
    <section className="rounded-card border border-line bg-card p-4 md:p-5">
      <h2 className="mb-3 text-h3">Top klijenti</h2>
      {clients.length === 0 && <p className="text-soft">Nema podataka za izabrani period.</p>}
      <ul className="grid gap-2 md:grid-cols-2 lg:grid-cols-4">
        {clients.map(({ id, client_id, client, count }) => (
          <li key={id}>
            {client_id === null ? (
              <p className={`${CARD} border-line text-soft`}>
                <Visits client={client} count={count} />
              </p>
            ) : (
              <button
                type="button"
                onClick={() => onOpen(client_id)}
                className={`${CARD} border-edge text-left transition-colors hover:border-link hover:bg-blush`}
              >
                <Visits client={client} count={count} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
