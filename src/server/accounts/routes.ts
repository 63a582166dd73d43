import type { accountEndpoints } from '#contract/accounts.ts';
import { endSession } from '../platform/auth/sessions.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { logIn, registerClient } from './login.ts';
import { deleteAccount, exportOwn } from './privacy.ts';
import { editProfile, ownProfile } from './profile.ts';
import { forgotPassword, resetPassword } from './reset-password.ts';

export const accountRoutes: RoutesOf<typeof accountEndpoints> = {
  'POST /auth/login': (call) => logIn(call, { ...call.body, address: call.address }),
  'POST /auth/register': (call) => registerClient(call, call.body),
  'GET /auth/me': ({ db, user }) => ownProfile(db, user.id),
  'PUT /auth/me': (call) => editProfile(call, { ...call.body, address: call.address }),
  'POST /auth/logout': async ({ db, user }) => {
    await endSession(db, user.tokenHash);
    return undefined;
  },
  'POST /auth/forgot': (call) => forgotPassword(call, call.body.email),
  'POST /auth/reset': (call) => resetPassword(call, call.body),
  'GET /auth/me/export': (call) => exportOwn(call),
  'POST /auth/me/delete': (call) => deleteAccount(call, { ...call.body, address: call.address }),
};
