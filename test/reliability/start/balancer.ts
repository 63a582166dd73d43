/**
 * A minimal reverse proxy for several servers. It checks which servers are ready, sends requests to the ready servers in turn over
 * kept-alive connections, and never retries a request.
 */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const ASK_EVERY_MS = 100;

export interface Balancer {
  readonly url: string;
  /** Number of servers that were ready at the last check. */
  ready(): number;
  close(): Promise<void>;
}

export async function balance(ports: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const isReady = new Map(ports.map((port) => [port, false]));
  const readyPorts = () => ports.filter((port) => isReady.get(port));
  const ask = async (port: number): Promise<void> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => undefined);
    await answer?.arrayBuffer();
    isReady.set(port, answer?.ok ?? false);
  };
  const askAll = () => Promise.all(ports.map(ask));
  const asking = setInterval(askAll, ASK_EVERY_MS);
  let turn = 0;
  const passOn = (from: IncomingMessage, to: ServerResponse): void => {
    const up = readyPorts();
    const port = up[turn++ % up.length];
    if (port === undefined) {
      to.writeHead(502).end('no server is ready');
      return;
    }
    const onward = request(
      { agent, port, host: '127.0.0.1', method: from.method, path: from.url, headers: from.headers },
      (answer) => {
        const { connection: _, ...headers } = answer.headers;
        to.writeHead(answer.statusCode ?? 502, headers);
        answer.pipe(to);
      },
    );
    onward.once('error', (error) => to.writeHead(502).end(error.message));
    from.pipe(onward);
  };
  const server = createServer(passOn);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await askAll();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => readyPorts().length,
    async close() {
      clearInterval(asking);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
