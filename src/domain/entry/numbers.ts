const COUNTED =
  'nula jedan dva tri cetiri pet sest sedam osam devet deset jedanaest dvanaest trinaest cetrnaest petnaest sesnaest sedamnaest osamnaest devetnaest dvadeset';
const OTHERS = {
  ...{ jednu: 1, jedne: 1, dve: 2, dvije: 2, druge: 2, drugu: 2, trece: 3, trecu: 3, cetvrte: 4, cetvrtu: 4 },
  ...{ cetri: 4, trideset: 30, cetrdeset: 40, pedeset: 50 },
};
const NUMBERS: Partial<Record<string, number>> = {
  ...Object.fromEntries(COUNTED.split(' ').map((word, n) => [word, n])),
  ...OTHERS,
};

/** Matches a number of at most two digits, or a number word. */
export const NUMBER = `\\d{1,2}|${Object.keys(NUMBERS).slice(1).join('|')}`;

/** The number in digits or words; NaN for other text. */
export const numberOf = (word: string): number => NUMBERS[word] ?? Number.parseInt(word, 10);
