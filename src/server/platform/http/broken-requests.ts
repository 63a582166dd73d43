import type { Socket } from 'node:net';
import { type RefusalCode, refusals } from '#contract/refusals.ts';
import { fixedHeaders } from './headers.ts';

/** What node:http refuses before there is a request: [its status line, our refusal]. */
const ANSWERS: Readonly<Record<string, readonly [string, RefusalCode]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'too_slow'],
};
const BAD_REQUEST = ['400 Bad Request', 'broken_request'] as const;

function answerText(status: string, headers: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`;
}

/** Answers what is not even HTTP, in the same form as every error, and closes. */
export const brokenRequestAnswer =
  (isHttps: boolean) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, code] = ANSWERS[error.code ?? ''] ?? BAD_REQUEST;
    const body = JSON.stringify({ error: refusals[code].text, code });
    const headers = {
      ...fixedHeaders(isHttps),
      Date: new Date().toUTCString(),
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    };
    socket.end(answerText(status, headers, body));
  };
