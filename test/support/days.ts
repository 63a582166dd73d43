import { addDays, type WallDate } from '../../src/domain/wall-clock.ts';

let given = 0;

/** A day that no other test of this file uses: tests of one salon do not see each other. Ahead of NOW, within the year. */
export const freshDay = (): WallDate => addDays('2026-11-20', given++ % 340);

let phones = 0;
/** A phone that nobody else has. */
export const freshPhone = (): string => `065 ${String(100_000 + phones++)}`;
