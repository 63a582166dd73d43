import { SETTING_NAMES, type Setting, settingNamed } from '../../src/domain/settings.ts';

const START = '<!-- settings: written by npm run docs -->';
const END = '<!-- end of settings -->';

function valuesOf(setting: Setting): string {
  switch (setting.kind) {
    case 'number':
      return `${setting.min}-${setting.max}`;
    case 'text':
    case 'message':
      return `≤ ${setting.max} characters`;
    case 'flag':
      return '0, 1';
    case 'choice':
      return setting.choices.map((choice) => `\`${choice}\``).join(', ');
    case 'clock':
      return '`HH:mm` or empty';
  }
}

function rowOf(name: (typeof SETTING_NAMES)[number]): string {
  const setting = settingNamed(name);
  const { kind, default: usual, firstValue, isPublic, description } = setting;
  const isText = kind === 'text' || kind === 'message';
  const shown = isText && usual.length > 20 ? 'a sentence' : String(usual) || 'empty';
  const first = firstValue ? `\`${firstValue.variable}\`` : '';
  return `| \`${name}\` | ${valuesOf(setting)} | ${shown} | ${first} | ${isPublic ? 'yes' : ''} | ${description} |`;
}

/** The text with the table of settings between its markers written from `SETTINGS`. */
export function withSettingsTable(text: string): string {
  const [before, rest = ''] = text.split(START);
  const table = [
    '| name | values | default | first value | in `GET /salon` under this name | meaning |',
    '|---|---|---|---|---|---|',
    ...SETTING_NAMES.map(rowOf),
  ];
  return `${before}${START}\n\n${table.join('\n')}\n\n${END}${rest.slice(rest.indexOf(END) + END.length)}`;
}
