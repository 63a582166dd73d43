import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MessageKind } from '#domain/appointments/fitting-message.ts';
import { type MessageFacts, messageText } from '#domain/wording/messages.ts';
import { useToday } from '../lib/clock/clock.ts';
import { copyText } from '../lib/device/copy.ts';
import { settingsQuery } from '../lib/queries/admin-queries.ts';
import { useSalon } from '../lib/queries/queries.ts';
import { PhoneLinks, type PhoneLinksProps } from '../ui/phone-links.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { toast } from '../ui/toast.ts';

/** The owner's text for a message. Undefined while loading or if there is no text: the links then open an empty message. */
function useMessageText(kind: MessageKind | null, facts: MessageFacts): string | undefined {
  const settings = useQuery(settingsQuery()).data;
  const salon = useSalon().data;
  const today = useToday();
  if (kind === null || settings === undefined || salon === undefined) return undefined;
  const address = salon.public_url || window.location.origin;
  const link = kind === 'review' ? settings.review_url : undefined;
  if (link === '') return undefined;
  return messageText(settings[`message_${kind}`], facts, { salon: salon.name, address, today, link });
}

/** Copies the text, because a Viber link cannot contain a text; the user pastes it. */
async function copyForViber(text: string): Promise<void> {
  if (await copyText(text)) toast('info', 'Tekst je kopiran.');
}

export interface MessageLinksProps extends Pick<PhoneLinksProps, 'phone' | 'of' | 'className' | 'isWriting'> {
  /** Which of the owner's message texts the links contain; null if they open an empty message. */
  kind: MessageKind | null;
  facts: MessageFacts;
}

/** Links to call and write to a person, with the owner's text. docs/spec/behaviour.md §1.4 */
export function MessageLinks({ kind, facts, ...links }: MessageLinksProps) {
  return <TextLinks {...links} text={useMessageText(kind, facts)} />;
}

export function TextLinks({ text, ...links }: Omit<PhoneLinksProps, 'onViber'>) {
  const onViber = text === undefined ? undefined : () => void copyForViber(text);
  return <PhoneLinks {...links} text={text} onViber={onViber} />;
}

const NO_TEXT = '';
const REVIEW = { value: 'review', label: 'Utisak' } as const;
const CHOICES = [
  { value: 'confirmation', label: 'Potvrda' },
  { value: 'reminder', label: 'Podsetnik' },
  { value: 'moved', label: 'Pomeren' },
  { value: 'cancelled', label: 'Otkazan' },
  { value: NO_TEXT, label: 'Bez teksta' },
] as const;
type Choice = (typeof CHOICES | readonly [typeof REVIEW])[number]['value'];

export function MessageChoice({ kind, ...links }: MessageLinksProps & { kind: Exclude<Choice, ''> | null }) {
  const [picked, setPicked] = useState<Choice | null>(null);
  const asksReview = useQuery(settingsQuery()).data?.review_url !== '' && kind === REVIEW.value;
  const chosen = picked ?? (kind === REVIEW.value && !asksReview ? null : kind) ?? NO_TEXT;
  return (
    <div className="mt-3 grid gap-3">
      <MessageLinks {...links} kind={chosen === NO_TEXT ? null : chosen} className="w-full" />
      <SelectField
        label="Tekst poruke"
        value={chosen}
        onChange={setPicked}
        options={asksReview ? [REVIEW, ...CHOICES] : CHOICES}
        className="grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] items-center gap-x-3"
      />
    </div>
  );
}
