/**
 * Ids of rows, one type per table, so that an appointment's id can't be used as a client's. They are numbers in the
 * database and in JSON; the contract's schemas and the column types create them.
 */
declare const of: unique symbol;
export type Id<Of extends string> = number & { readonly [of]: Of };

/** Of clients and the owner. */
export type UserId = Id<'user'>;
export type AppointmentId = Id<'appointment'>;
export type ServiceId = Id<'service'>;
export type TemplateId = Id<'template'>;
export type AbsenceId = Id<'absence'>;
export type AdminNotificationId = Id<'admin notification'>;
export type ClientNotificationId = Id<'client notification'>;
/** Of a waiting-list entry. */
export type WaitId = Id<'wait'>;

/** Casts a number to an id: the value of a select, or a made-up id in a test. */
export const toId = <I extends Id<string>>(id: number): I => id as I;
