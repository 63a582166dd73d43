import type { accountEndpoints } from '#contract/accounts.ts';
import { endSession } from '../platform/auth/sessions.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { logIn, registerClient } from './login.ts';
import { deleteAccount, exportOwn } from './privacy.ts';
import { editProfile, ownProfile, switchNotifications } from './profile.ts';
import { forgotPassword, resetPassword } from './reset-password.ts';

export const accountRoutes: RoutesOf<typeof accountEndpoints> = {
  'POST /auth/login': (request) => logIn(request, { ...request.body, address: request.address }),
  'POST /auth/register': (request) => registerClient(request, request.body),
  'GET /auth/me': ({ db, user }) => ownProfile(db, user.id),
  'PUT /auth/me': (request) => editProfile(request, { ...request.body, address: request.address }),
  'PUT /auth/me/notifications': (request) => switchNotifications(request, request.body),
  'POST /auth/logout': ({ db, user }) => endSession(db, user),
  'POST /auth/forgot': (request) => forgotPassword(request, request.body.email),
  'POST /auth/reset': (request) => resetPassword(request, request.body),
  'GET /auth/me/export': (request) => exportOwn(request),
  'POST /auth/me/delete': (request) => deleteAccount(request, { ...request.body, address: request.address }),
};
