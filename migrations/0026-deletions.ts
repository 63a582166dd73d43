/** An index for the owner's list of deleted appointments. docs/spec/behaviour.md §12.2 */
export const name = 'deletions of appointments';

export function statements(): string[] {
  return [
    `create index history_deletions on history (at) where subject = 'appointment' and action = 'deleted';`,
  ];
}
