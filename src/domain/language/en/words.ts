/** Words after numbers: 'one|other'. */
export const WORDS = {
  'dan|dana|dana': 'day|days',
  'sat|sata|sati': 'hour|hours',
  'minut|minuta|minuta': 'minute|minutes',
  'nedelju|nedelje|nedelja': 'week|weeks',
  'aktivan zakazan termin|aktivna zakazana termina|aktivnih zakazanih termina':
    'upcoming appointment|upcoming appointments',
  izabrano: 'selected',
  'Idite na sledeći mesec': 'Go to the next month',
  'Idite na prethodni mesec': 'Go to the previous month',
  Meseci: 'Months',
} as const;
