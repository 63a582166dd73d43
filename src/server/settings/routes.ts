import type { settingsEndpoints } from '#contract/settings.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { currentSettings, saveSettings } from './settings.ts';

export const settingsRoutes: RoutesOf<typeof settingsEndpoints> = {
  'GET /settings': ({ db, config }) => currentSettings(db, config),
  'PUT /settings': (request) => saveSettings(request, request.body),
};
