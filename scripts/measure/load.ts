// A caller that costs little: keeps some connections busy with one question and counts the answers by their bytes.
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const CONNECTIONS = 32;

function askedOnce(port: number, request: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    let heard = '';
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      heard += chunk;
      const head = heard.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(heard)?.[1]);
      if (head < 0 || Buffer.byteLength(heard) < head + 4 + length) return;
      socket.destroy();
      if (heard.startsWith('HTTP/1.1 200 ')) resolve(Buffer.byteLength(heard));
      else reject(new Error(heard.slice(0, 200)));
    });
  });
}

/** Answers per second over `seconds`, each connection asking again as soon as it has its answer. */
export async function answersPerSecond(port: number, path: string, seconds: number): Promise<number> {
  const request = `GET ${path} HTTP/1.1\r\nHost: salon\r\n\r\n`;
  const bytes = await askedOnce(port, request);
  let answers = 0;
  const sockets: Socket[] = [];
  for (let n = 0; n < CONNECTIONS; n++) {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    let heard = 0;
    socket.on('data', (chunk) => {
      heard += chunk.length;
      if (heard < bytes) return;
      heard -= bytes;
      answers++;
      socket.write(request);
    });
    sockets.push(socket);
  }
  const began = performance.now();
  await wait(seconds * 1000);
  const rate = answers / ((performance.now() - began) / 1000);
  for (const socket of sockets) socket.destroy();
  return rate;
}
