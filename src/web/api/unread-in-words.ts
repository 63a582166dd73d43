import { type CountedWord, counted } from '#salon/serbian.ts';

const UNREAD: CountedWord = [
  'nepročitana notifikacija',
  'nepročitane notifikacije',
  'nepročitanih notifikacija',
];

/** What a badge says, for who cannot see it: '2 nepročitane notifikacije'. */
export const unreadInWords = (count: number): string | undefined =>
  count > 0 ? counted(count, UNREAD) : undefined;
