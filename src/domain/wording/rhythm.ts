/** When clients return, in words. docs/spec/behaviour.md §20 */
import { type CountedWord, counted } from './numbers.ts';

const WEEKS_AS_OBJECT: CountedWord = ['nedelju', 'nedelje', 'nedelja'];

/** '1 nedelju', '3 nedelje', '5 nedelja', after 'za' and 'na'. */
export const weeksText = (weeks: number): string => counted(weeks, WEEKS_AS_OBJECT);
