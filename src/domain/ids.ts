/**
 * The ids of the rows, one type each: an appointment's id is no client's. They are numbers in the database and in JSON; the
 * contract's schemas and the columns of the tables make them.
 */
declare const of: unique symbol;
export type Id<Of extends string> = number & { readonly [of]: Of };

/** Of a client and of the admin. */
export type UserId = Id<'user'>;
export type AppointmentId = Id<'appointment'>;
export type ServiceId = Id<'service'>;
export type TemplateId = Id<'template'>;
export type AbsenceId = Id<'absence'>;
export type AdminNotificationId = Id<'admin notification'>;
export type ClientNotificationId = Id<'client notification'>;
/** Of one who waits for a day. */
export type WaitId = Id<'wait'>;

/** Takes a number for the id that its place asks for: one from a select's value, or one that a test makes up. */
export const toId = <I extends Id<string>>(id: number): I => id as I;
