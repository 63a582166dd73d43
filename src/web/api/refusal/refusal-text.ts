import { type RefusalCode, refusals } from '#contract/refusals.ts';

/** The Serbian sentence of a refusal, the same that the server would answer. (refusals.ts is plain data: no zod comes along.) */
export const refusalText = (code: RefusalCode): string => refusals[code].text;
