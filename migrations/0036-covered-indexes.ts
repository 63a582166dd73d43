/** Drops indexes whose queries another index serves as well, because every booking wrote them. docs/engines.md */
export const name = 'covered indexes';

export function statements(): string[] {
  return [
    `drop index appointments_by_start;`, // by_status, and in_order where no status is asked
    `drop index admin_notifications_by_time;`, // by_moments
    `drop index admin_notifications_by_recipient;`, // of_recipient
  ];
}
