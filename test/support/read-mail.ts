/** A decoded mail, as a mail program shows it. */
export interface ReadMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly messageId: string;
  readonly text: string;
  readonly html: string;
  /** The lines of the calendar file, unfolded; empty without a calendar file. */
  readonly calendar: readonly string[];
  readonly raw: string;
}

interface Part {
  headers: Record<string, string>;
  body: string;
}

function split(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  return { headers, body: raw.slice(end + 4) };
}

const fromHex = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

function decoded({ headers, body }: Part): string {
  const encoding = headers['content-transfer-encoding']?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? fromHex(body.replace(/=\r\n/g, '')) : body;
}

const decodedHeader = (text = ''): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_all, encoding, word) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : fromHex(word.replaceAll('_', ' ')),
    );

/** The leaf parts of a multipart message. */
function leavesOf(part: Part): Part[] {
  const boundary = /boundary="?([^";]+)"?/.exec(part.headers['content-type'] ?? '')?.[1];
  if (!boundary) return [part];
  const inner = part.body.split(`--${boundary}`).slice(1, -1);
  return inner.flatMap((piece) => leavesOf(split(piece.replace(/^\r\n/, ''))));
}

export function readMail(raw: string): ReadMail {
  const whole = split(raw);
  const leaves = leavesOf(whole);
  const find = (type: string) => {
    const leaf = leaves.find(({ headers }) => headers['content-type']?.startsWith(type));
    return leaf ? decoded(leaf).trimEnd() : '';
  };
  return {
    from: decodedHeader(whole.headers.from),
    to: decodedHeader(whole.headers.to),
    subject: decodedHeader(whole.headers.subject),
    messageId: whole.headers['message-id'] ?? '',
    text: find('text/plain').replaceAll('\r\n', '\n'),
    html: find('text/html'),
    calendar: find('text/calendar').replace(/\r\n /g, '').split('\r\n').filter(Boolean),
    raw,
  };
}
