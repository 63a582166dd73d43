/** Amounts are integer para (1 din = 100 para) in the database and in rules, dinars in JSON. docs/spec/behaviour.md §19.1 */

export const toPara = (dinars: number): number => Math.round(dinars * 100);
/** True for at least one para: smaller amounts round to nothing. */
export const isAnAmount = (dinars: number): boolean => toPara(dinars) > 0;

export const toDinars = (para: number): number => para / 100;

/** Rounds an amount in dinars, such as a sum of floats, to whole para. */
export const wholePara = (dinars: number): number => toDinars(toPara(dinars));
