import { Readable } from 'node:stream';
import { type Config, sender, worldwideId } from '../platform/config.ts';
import type { Outcome } from '../platform/jobs/outbox.ts';
import { asHtml, asText } from './layout.ts';
import type { EmailMessage } from './templates.ts';

interface Attempt {
  /** The Message-ID, the same in every attempt, so that a server can drop duplicates. */
  readonly messageName: string;
  /** Called when the server requests the mail's content (354). If the promise rejects, no content is sent. */
  readonly onContentAsked: () => Promise<void>;
  readonly signal: AbortSignal;
}

const CONNECT_TIMEOUT_MS = 10_000;
const RESPONSE_TIMEOUT_MS = 60_000;

async function* afterAsking(content: Readable, ask: () => Promise<void>): AsyncGenerator<Buffer> {
  await ask();
  for await (const part of content) yield part as Buffer;
}

async function transportOf(smtpUrl: string, onContentAsked: () => Promise<void>) {
  const { createTransport } = await import('nodemailer'); // the library is loaded with the first mail, because many salons send none
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: RESPONSE_TIMEOUT_MS,
  });
  // nodemailer reads this stream once the server requests the content (354)
  transport.use('stream', (mail, done) => {
    mail.message?.processFunc((content) =>
      Readable.from(afterAsking(content, onContentAsked), { objectMode: false }),
    );
    done();
  });
  return transport;
}

interface SmtpError {
  code?: string;
  responseCode?: number;
  command?: string;
}

/** The error's codes for the log, without the server's text, which may contain addresses. */
const codesOf = ({ code, responseCode, command }: SmtpError): string =>
  [code, responseCode, command].filter(Boolean).join(' ') || 'error';

const ABOUT_THIS_MAIL = ['RCPT TO', 'DATA'];
const PERMANENT_FROM = 500;

function failureOf(error: unknown, wasHandedOver: boolean): Outcome {
  const failure = (error ?? {}) as SmtpError;
  const why = codesOf(failure);
  const { responseCode, command = '' } = failure;
  if (failure.code === 'EENVELOPE' && command === 'API') return { outcome: 'refused', why };
  if (responseCode !== undefined && ABOUT_THIS_MAIL.includes(command))
    return { outcome: responseCode >= PERMANENT_FROM ? 'refused' : 'failed', why };
  if (wasHandedOver && responseCode === undefined) return { outcome: 'unknown', why };
  return { outcome: 'failed', why, isServiceDown: true };
}

export async function sendMail(
  smtpUrl: string,
  { config, salonName }: { config: Config; salonName: string },
  email: EmailMessage,
  { messageName, onContentAsked, signal }: Attempt,
): Promise<Outcome> {
  let wasHandedOver = false;
  const transport = await transportOf(smtpUrl, async () => {
    await onContentAsked();
    wasHandedOver = true;
  });
  const { calendar } = email;
  try {
    await transport.sendMail({
      from: sender(config, salonName),
      to: email.to,
      subject: email.subject,
      text: asText(email),
      html: asHtml(email),
      messageId: `<${worldwideId(messageName, config)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...(calendar && {
        icalEvent: { method: calendar.method, content: calendar.file, filename: 'termin.ics' },
      }),
      disableFileAccess: true,
      disableUrlAccess: true,
      signal,
    });
    return { outcome: 'sent' };
  } catch (error) {
    return failureOf(error, wasHandedOver);
  } finally {
    transport.close();
  }
}
