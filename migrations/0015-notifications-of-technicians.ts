/** Lists of the salon's notifications are read by recipient, the rows that a page skips only from the index. docs/spec/behaviour.md §16.12 */
export const name = 'notifications of technicians';

export function statements(): string[] {
  return [
    `create index admin_notifications_of_recipient on admin_notifications (recipient_id, created_at, visible_at);`,
  ];
}
