import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';
import { type ReadMail, readMail } from './read-mail.ts';
import { WAIT_MS } from './size.ts';

/** The reply of the mail server: an SMTP code, or 'hang-up', which closes the connection without a reply. */
export type Reply = number | 'hang-up';

export interface MailServer {
  readonly url: string;
  readonly mails: ReadMail[];
  /** The number of mails whose content was received, including mails that were then refused. */
  contentsSeen(): number;
  /** Sets the replies to the next mails. The server accepts all later mails. */
  next(...replies: readonly { at: 'recipient' | 'content'; reply: Reply }[]): void;
  /** Delays the reply to the content of each mail. */
  slowDown(ms: number): void;
  /** Sets a function that is called with the content of every mail, including mails that are then refused. */
  onContent(callback: (mail: ReadMail) => void): void;
  /** Waits until the server has accepted `count` mails. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

const refusal = (code: number) => Object.assign(new Error('not now'), { responseCode: code });

async function readAll(stream: SMTPServerDataStream): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

// skips the delay of 100 ms before the SMTP greeting: a test's mail needs only a few milliseconds without it
SMTPConnection.prototype.init = function greetAtOnce(): void {
  this._setListeners(() => this.connectionReady());
};

/** Starts a real mail server on loopback. */
export async function openMailServer(): Promise<MailServer> {
  const mails: ReadMail[] = [];
  const planned: { at: 'recipient' | 'content'; reply: Reply }[] = [];
  let socket: Socket | undefined;
  let contents = 0;
  let takesMs = 0;
  let contentCallback = (_mail: ReadMail): void => undefined;
  const replyAt = (at: 'recipient' | 'content') =>
    planned[0]?.at === at ? planned.shift()?.reply : undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    closeTimeout: 200,
    disableReverseLookup: true,
    onRcptTo(_address, _session, done) {
      const reply = replyAt('recipient');
      done(typeof reply === 'number' ? refusal(reply) : undefined);
    },
    onData(stream, _session, done) {
      contents++;
      const reply = replyAt('content');
      void readAll(stream).then(async (raw) => {
        if (takesMs > 0) await wait(takesMs);
        const mail = readMail(raw);
        contentCallback(mail);
        if (reply === 'hang-up') socket?.destroy();
        if (typeof reply === 'number') done(refusal(reply));
        if (reply !== undefined) return;
        mails.push(mail);
        done();
      });
    },
  });
  server.on('error', () => undefined); // ignores the error that the server emits when a client disconnects
  server.server.on('connection', (opened: Socket) => {
    socket = opened;
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port: given } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${given}`,
    mails,
    contentsSeen: () => contents,
    slowDown: (ms) => {
      takesMs = ms;
    },
    onContent: (callback) => {
      contentCallback = callback;
    },
    next: (...replies) => void planned.push(...replies),
    async until(count) {
      const end = Date.now() + WAIT_MS;
      while (mails.length < count) {
        if (Date.now() > end) throw new Error(`${mails.length} of ${count} mails arrived`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
