// A TCP proxy between the server and PostgreSQL that simulates network failures.
import { connect, createServer, type Socket } from 'node:net';

export interface Between {
  /** The URL with which the server connects to the database through the proxy. */
  readonly url: string;
  /** Stops listening and destroys all open connections. */
  refuse(): Promise<void>;
  /** Keeps all connections open but forwards nothing. Connections that are open now never forward again: `mend` closes them. */
  swallow(): void;
  /** The number of round trips so far. A round trip is a request followed by a response. */
  roundTrips(): number;
  /** Forwards new connections again. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

function countRoundTrips(from: Socket, to: Socket, count: () => void): void {
  let isWaiting = false;
  from.on('data', () => {
    if (!isWaiting) count();
    isWaiting = true;
  });
  to.on('data', () => {
    isWaiting = false;
  });
}

export async function proxyTo(databaseUrl: string): Promise<Between> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const connections = new Set<{ readonly to: Socket; isDead: boolean }>();
  let isSwallowing = false;
  let roundTrips = 0;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((from) => {
    keep(from);
    if (isSwallowing) return;
    const to = connect(Number(target.port), target.hostname);
    keep(to);
    countRoundTrips(from, to, () => roundTrips++);
    from.pipe(to).pipe(from);
    const connection = { to, isDead: false };
    connections.add(connection);
    to.once('close', () => connections.delete(connection));
    // forwards a reset of one connection to the other, because pipe() does not
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const)
      one.once('close', () => connection.isDead || other.destroy());
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', () => resolve());
    });
  await listen(0);
  const { port } = server.address() as { port: number };
  const tearDown = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const stop = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    tearDown();
    await closed;
  };
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    refuse: stop,
    swallow() {
      isSwallowing = true;
      for (const connection of connections) connection.isDead = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    roundTrips: () => roundTrips,
    async mend() {
      isSwallowing = false;
      // closes dead connections at once, because they count toward PostgreSQL's connection limit
      for (const { to, isDead } of connections) if (isDead) to.destroy();
      if (!server.listening) await listen(port);
    },
    close: stop,
  };
}
