import { type CountedWord, formatNumber, pluralForm } from '#domain/wording/numbers.ts';

/** An amount: '350.700 RSD'. The statistics say RSD instead of dinars. docs/spec/product.md §9.3 */
export const inRsd = (dinars: number): string => `${formatNumber(dinars)} RSD`;

export const inPercent = (percent: number): string =>
  `${formatNumber(percent, Number.isInteger(percent) ? 0 : 1)}%`;

const POINTS: CountedWord = 'poen|poena|poena';

export const inPoints = (points: number): string =>
  `${formatNumber(points, Number.isInteger(points) ? 0 : 1)} ${pluralForm(Number(points.toFixed(1)), POINTS)}`;
