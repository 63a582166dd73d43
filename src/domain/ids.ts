/** Ids of rows: numbers with one type per table, so that an appointment's id can't be used as a client's. */
declare const of: unique symbol;
export type Id<Of extends string> = number & { readonly [of]: Of };

export type UserId = Id<'user'>;
export type PersonId = Id<'person'>;
export type AppointmentId = Id<'appointment'>;
export type BookingId = Id<'booking'>;
export type ServiceId = Id<'service'>;
/** A time that a technician offers. */
export type OpeningId = Id<'opening'>;
export type TemplateId = Id<'template'>;
export type AbsenceId = Id<'absence'>;
export type AdminNotificationId = Id<'admin notification'>;
export type ClientNotificationId = Id<'client notification'>;

/** The id of a technician. Technician 1 is the owner. */
export type TechnicianId = Id<'technician'>;
export type UndoStepId = Id<'undo step'>;
export type PaymentId = Id<'payment'>;
export type PlanId = Id<'plan'>;
/** The id of a package or voucher. */
export type HoldingId = Id<'holding'>;
export type PayoutId = Id<'payout'>;
export type PictureId = Id<'picture'>;
export type WorkId = Id<'work'>;
export type WorkFieldId = Id<'work field'>;

/** The id of a waitlist entry. */
export type WaitId = Id<'wait'>;

/** Turns a number into an id, for the value of a `<select>` or an invented id in a test. */
export const toId = <I extends Id<string>>(id: number): I => id as I;
