import type { WORDS as ENGLISH } from '../en/words.ts';

/** Words after numbers: 'one|few|many'. */
export const WORDS = {
  'dan|dana|dana': 'день|дня|дней',
  'sat|sata|sati': 'час|часа|часов',
  'minut|minuta|minuta': 'минуту|минуты|минут',
  'nedelju|nedelje|nedelja': 'неделю|недели|недель',
  'aktivan zakazan termin|aktivna zakazana termina|aktivnih zakazanih termina':
    'предстоящей записи|предстоящих записей|предстоящих записей',
  izabrano: 'выбрано',
  'Idite na sledeći mesec': 'Следующий месяц',
  'Idite na prethodni mesec': 'Предыдущий месяц',
  Meseci: 'Месяцы',
} satisfies Record<keyof typeof ENGLISH, string>;
