/** The beginning of a booking that another one gets: a moment of its own, since it tells the bookings of one row apart. */
export const nextBookedAt = (before: { readonly booked_at: number | null }, nowMs: number): number =>
  Math.max(nowMs, (before.booked_at ?? 0) + 1);
