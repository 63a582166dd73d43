// Stands between the server and PostgreSQL, and fails as networks do.
import { connect, createServer, type Socket } from 'node:net';

export interface Between {
  /** The address of the database behind it, through it. */
  readonly url: string;
  /** Nobody listens any more, and every open connection is torn down. */
  refuse(): Promise<void>;
  /** Everything is still open, and nothing comes through, not even a new greeting. What is open now stays so for ever. */
  swallow(): void;
  /** How often somebody has said something and waited for what the database says to it. */
  roundTrips(): number;
  /** New connections work again. */
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
    // a reset does not run through a pipe
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
      // the database notices in the end that nobody is there, and has only so many connections
      for (const { to, isDead } of connections) if (isDead) to.destroy();
      if (!server.listening) await listen(port);
    },
    close: stop,
  };
}
