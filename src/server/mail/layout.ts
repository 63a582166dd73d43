// Lays a mail out as plain text and as HTML.
import { SALONS_LANGUAGE } from '#domain/language/languages.ts';
import { tongue } from '#domain/language/translate.ts';
import type { EmailMessage } from './templates.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
const lines = (text: string): string => escaped(text).replaceAll('\n', '<br>');

const shownFacts = ({ facts = [] }: EmailMessage): (readonly [string, string])[] =>
  facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));

export function asText(email: EmailMessage): string {
  const facts = shownFacts(email).map(([label, value]) => `${label}: ${value}`);
  const link = `${email.link.label}:\n${email.link.url}`;
  const parts = [...email.sentences, facts.join('\n'), link, `-- \n${email.footer.join('\n')}`];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif';
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:10px;background:#1f1a17;color:#ffffff;text-decoration:none';

/** The mail as simple HTML, without images, scripts or remote content, which would show the sender that the mail was read. */
export function asHtml(email: EmailMessage): string {
  const sentences = email.sentences.map((text) => `<p style="margin:0 0 14px">${lines(text)}</p>`);
  const facts = shownFacts(email).map(
    ([label, value]) => `<p style="margin:0 0 6px"><b>${escaped(label)}:</b> ${lines(value)}</p>`,
  );
  const footer = email.footer.map(lines).join('<br>');
  return [
    `<!doctype html><html lang="${tongue()?.language ?? SALONS_LANGUAGE}"><head><meta charset="utf-8">`,
    `<title>${escaped(email.subject)}</title></head>`,
    `<body style="margin:0;padding:24px;background:#faf7f4;color:#1f1a17;${FONT};font-size:16px;line-height:1.5">`,
    '<div style="max-width:520px;margin:0 auto;padding:24px;background:#ffffff;border-radius:16px">',
    ...sentences,
    ...facts,
    `<p style="margin:22px 0"><a style="${BUTTON}" href="${escaped(email.link.url)}">${escaped(email.link.label)}</a></p>`,
    `<p style="margin:22px 0 0;font-size:13px;color:#6b625b">${footer}</p>`,
    '</div></body></html>',
  ].join('\n');
}
