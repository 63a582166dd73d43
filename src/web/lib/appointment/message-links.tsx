import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MessageKind } from '#domain/appointments/fitting-message.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { speakBy, tongue } from '#domain/language/translate.ts';
import { type MessageFacts, messageText } from '#domain/wording/messages.ts';
import { PhoneLinks, type PhoneLinksProps } from '../../ui/phone-links.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toasts/toast.ts';
import { useToday } from '../clock/clock.ts';
import { copyText } from '../device/copy.ts';
import { settingsQuery } from '../queries/admin-queries.ts';
import { BOOKING_LINK_KEY, queryOf, useSalon } from '../queries/queries.ts';

/** The text of a message to a client: in the salon's own script, whichever the owner reads. docs/spec/behaviour.md §33.4 */
export function textForClient(...message: Parameters<typeof messageText>): string {
  const spoken = tongue();
  speakBy(() => undefined);
  try {
    return messageText(...message);
  } finally {
    speakBy(() => spoken);
  }
}

/** The owner's text for a message. Undefined while loading or if there is no text: the links then open an empty message. */
export function useMessageText(kind: MessageKind | null, facts: MessageFacts): string | undefined {
  const settings = useQuery(settingsQuery()).data;
  const salon = useSalon().data;
  const today = useToday();
  const template = settings && kind && settings[`message_${kind}`];
  const own = useBookingLink(
    kind && LEADS_TO_BOOKING.has(kind) && template?.includes('{link}') ? facts.id : undefined,
  );
  if (!template || salon === undefined || own === 'loading') return undefined;
  const address = salon.public_url || window.location.origin;
  const link = kind === 'review' ? settings.review_url : own && address + own;
  if (link === '') return undefined;
  return textForClient(template, facts, { salon: salon.name, address, today, link });
}

/** The messages whose `{link}` leads to the page of the booking. */
const LEADS_TO_BOOKING: ReadonlySet<MessageKind> = new Set(['confirmation', 'reminder', 'moved']);

/** The path of a new link to the page of a booking; undefined for a booking that has none, such as one that is over. */
function useBookingLink(id: AppointmentId | undefined): string | 'loading' | undefined {
  const { data, isLoading } = useQuery({
    ...queryOf([BOOKING_LINK_KEY, id], 'POST /appointments/{id}/link', id ? { params: { id } } : null),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (isLoading) return 'loading';
  if (!data) return undefined;
  const { pathname, search, hash } = new URL(data.url);
  return pathname + search + hash;
}

/** Copies the text, for example because a Viber link cannot contain a text; the user pastes it. */
export async function copyMessage(text: string): Promise<void> {
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
  const onViber = text === undefined ? undefined : () => void copyMessage(text);
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

/** The links, and below them a choice of the text; it begins with the text that fits the booking. */
export function MessageLinksWithChoice({
  kind,
  ...links
}: MessageLinksProps & { kind: Exclude<Choice, ''> | null }) {
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
