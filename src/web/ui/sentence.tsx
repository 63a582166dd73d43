import { Fragment, type ReactNode } from 'react';
import { type Sentence, said, tongue, type ValuesOf } from '#domain/language/translate.ts';

/** A sentence in the reader's language around elements, such as links: `sentence('Imate nalog? {link}', { link: <Link … /> })`. */
export function sentence<S extends Sentence>(text: S, values: ValuesOf<S, ReactNode>): ReactNode[] {
  const known: Readonly<Record<string, ReactNode>> = values;
  return said(text)
    .split(/\{(\w+)\}/)
    .map((part, n) => (n % 2 === 0 ? part : <Fragment key={part}>{known[part]}</Fragment>));
}

/** Text that people of the salon typed, marked as Serbian on a page in another language or script; `shown`: its translation, if there is one. */
export const typed = (text: string, shown = text): ReactNode =>
  tongue() && shown === text ? <span lang="sr">{text}</span> : shown;
