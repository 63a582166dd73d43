import { Readable } from 'node:stream';
import { sender, worldwideId } from '../platform/addresses.ts';
import type { Config } from '../platform/config.ts';
import { asHtml, asText } from './layout.ts';
import type { EmailMessage } from './templates.ts';

/**
 * What became of one attempt. `refused`: the server said no to this mail, for ever (5xx) or for now (4xx). `away`: nothing was
 * handed over, another mail would fare the same. `unknown`: the content was handed over and no reply came.
 */
export type Delivery =
  | { readonly outcome: 'delivered' }
  | {
      readonly outcome: 'refused' | 'unavailable' | 'unknown';
      readonly isForEver: boolean;
      readonly why: string;
    };

export interface Attempt {
  /** The same in every attempt of one mail: a server that took it after all can recognise the second copy. */
  readonly messageName: string;
  /** Called when the server asks for the content (354) and waited for; if it fails, nothing is handed over. */
  readonly onContentAsked: () => Promise<void>;
  readonly signal: AbortSignal;
}

const CONNECT_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 60_000;

async function* afterAsking(content: Readable, ask: () => Promise<void>): AsyncGenerator<Buffer> {
  await ask();
  for await (const part of content) yield part as Buffer;
}

async function transportOf(smtpUrl: string, onContentAsked: () => Promise<void>) {
  const { createTransport } = await import('nodemailer'); // a salon without mail starts without it
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
  });
  // nodemailer reads the message only once the server has asked for it; a generator runs only when it is read
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

/** Only codes: what a server says holds people's addresses. */
const wordsOf = ({ code, responseCode, command }: SmtpError): string =>
  [code, responseCode, command].filter(Boolean).join(' ') || 'error';

const ABOUT_THIS_MAIL = ['RCPT TO', 'DATA'];
const FOR_EVER_FROM = 500;

function failureOf(error: unknown, wasHandedOver: boolean): Delivery {
  const failure = (error ?? {}) as SmtpError;
  const why = wordsOf(failure);
  const { responseCode, command = '' } = failure;
  if (failure.code === 'EENVELOPE' && command === 'API') return { outcome: 'refused', isForEver: true, why };
  const isAboutThisMail = responseCode !== undefined && ABOUT_THIS_MAIL.includes(command);
  if (isAboutThisMail) return { outcome: 'refused', isForEver: responseCode >= FOR_EVER_FROM, why };
  if (wasHandedOver && responseCode === undefined) return { outcome: 'unknown', isForEver: true, why };
  return { outcome: 'unavailable', isForEver: false, why };
}

/** Tries once to hand a mail to the mail server. */
export async function deliver(
  smtpUrl: string,
  { config, salonName }: { config: Config; salonName: string },
  email: EmailMessage,
  { messageName, onContentAsked, signal }: Attempt,
): Promise<Delivery> {
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
    return { outcome: 'delivered' };
  } catch (error) {
    return failureOf(error, wasHandedOver);
  } finally {
    transport.close();
  }
}
