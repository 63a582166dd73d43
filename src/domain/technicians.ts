/** The technicians of a salon. docs/spec/behaviour.md §16 */
import { type TechnicianId, toId } from './ids.ts';

/** The owner's technician, which every salon has. */
export const OWNERS_TECHNICIAN: TechnicianId = toId(1);
export const TECHNICIAN_NAME_MAX_CHARACTERS = 60;
