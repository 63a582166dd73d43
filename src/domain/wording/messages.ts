/** What an owner's message to a client may name in braces (docs/spec/behaviour.md §1.4). */
const MESSAGE_PLACEHOLDERS: readonly string[] = ['ime', 'datum', 'vreme', 'usluga', 'salon', 'link'];

/** The first brace of a message that stands for nothing, as it was typed: '{imee}', '{', '}'; undefined when all are known. */
export function unknownPlaceholder(text: string): string | undefined {
  const found = text.match(/\{[^{}]*\}|[{}]/g) ?? [];
  return found.find((brace) => !MESSAGE_PLACEHOLDERS.includes(brace.slice(1, -1)));
}

/** The sentences a salon starts with. None addresses by name: {ime} is the nominative. */
export const DEFAULT_MESSAGES = {
  message_confirmation:
    'Termin je zakazan: {datum} u {vreme}, {usluga}. Radujemo se vašem dolasku! {salon} {link}',
  message_reminder: 'Podsećamo vas na termin {datum} u {vreme}, {usluga}. Vidimo se! {salon} {link}',
  message_moved: 'Vaš termin je pomeren: {datum} u {vreme}, {usluga}. {salon} {link}',
  message_cancelled:
    'Nažalost, termin {datum} u {vreme} moramo da otkažemo. Novi možete izabrati ovde: {link} {salon}',
  message_free_slot: 'Oslobodio se termin {datum} u {vreme}. Rezervišite ga ovde: {link} {salon}',
} as const;
