import { z } from 'zod';
import { CLOCK, settingRefusal } from '#domain/setting-rules.ts';
import {
  SETTING_DESCRIPTIONS,
  SETTING_NAMES,
  SETTINGS_EXAMPLE,
  type Setting,
  type SettingName,
  type Settings,
  settingNamed,
  settingsObject,
} from '#domain/settings.ts';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';

const refusedBy =
  (setting: Setting) =>
  ({ value, issues }: z.core.ParsePayload): void => {
    const message = settingRefusal(setting, value);
    if (message !== undefined) issues.push({ code: 'custom', input: value, message });
  };

function shapeOf(setting: Setting): z.ZodType {
  const error = ({ input }: { input?: unknown }) => settingRefusal(setting, input);
  switch (setting.kind) {
    case 'number':
      return z
        .int({ error })
        .min(setting.min, { error })
        .max(setting.max, { error })
        .multipleOf(setting.step ?? 1, { error });
    case 'text':
      return s.line(setting.max).check(refusedBy(setting));
    case 'message':
      return s.prose(setting.max).check(refusedBy(setting));
    case 'flag':
      return s.flag;
    case 'choice':
      return z.enum(setting.choices);
    case 'list':
      return z.array(z.enum(setting.choices)).check(refusedBy(setting));
    case 'clock':
      return z.string().regex(CLOCK.pattern, CLOCK.refusal);
  }
}

type Shapes = { [Name in SettingName]: z.ZodType<Settings[Name], Settings[Name]> };

const inputShapes = settingsObject<Shapes>(SETTING_NAMES, (name) =>
  shapeOf(settingNamed(name)).describe(SETTING_DESCRIPTIONS[name]),
);
export const settings = z.strictObject(inputShapes);

/** Whether the environment variable, which sets the first value, accepts values that the owner can't enter. */
const isFirstValueWider = (setting: Setting): boolean =>
  setting.firstValue !== undefined && (setting.firstValue.max !== undefined || 'format' in setting);

/** The schema of each setting in a response. Has no bounds if the environment may contain a value that the owner can't enter. */
export const savedShapes = settingsObject<Shapes>(SETTING_NAMES, (name) => {
  const setting = settingNamed(name);
  if (!isFirstValueWider(setting)) return inputShapes[name];
  const shape = setting.kind === 'number' ? z.int() : z.string();
  return shape.describe(SETTING_DESCRIPTIONS[name]);
});
const savedSettings = s.component('Settings', 'All settings (docs/spec/behaviour.md §1.4).', savedShapes);

export const settingsEndpoints = [
  endpoint('getSettings', 'GET /settings', 'manageSalon', {
    summary: 'Every setting of the salon (docs/spec/behaviour.md §1.4).',
    response: savedSettings,
  }),
  endpoint('updateSettings', 'PUT /settings', 'manageSalon', {
    summary: 'Changes the given settings and returns all (docs/spec/behaviour.md §1.4).',
    body: settings.partial(),
    example: SETTINGS_EXAMPLE,
    response: savedSettings,
  }),
] as const;
