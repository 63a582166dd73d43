/** 'HH:mm' of what people type for a time: '9', '930', '9:30', '9.30', '17 45'; '' for what is none. */
export function clockTyped(text: string): string {
  const [, hours, minutes = '00'] = /^\s*(\d{1,2})(?:[\s.:,h]*(\d{2}))?\s*h?\s*$/.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return '';
  return `${hours.padStart(2, '0')}:${minutes}`;
}
