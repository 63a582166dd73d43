import { endSession } from '../platform/auth/sessions.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { logIn, registerClient } from './login.ts';
import { deleteAccount, exportOwn } from './privacy.ts';
import { editProfile, ownProfile } from './profile.ts';
import { forgotPassword, resetPassword } from './reset-password.ts';

export const authRoutes: RoutesOf<
  'POST /auth/login' | 'POST /auth/register' | 'GET /auth/me' | 'PUT /auth/me' | 'POST /auth/logout'
> = {
  'POST /auth/login': (request) => logIn(request, { ...request.body, address: request.address }),
  'POST /auth/register': (request) => registerClient(request, request.body),
  'GET /auth/me': ({ db, user }) => ownProfile(db, user.id),
  'PUT /auth/me': (request) => editProfile(request, { ...request.body, address: request.address }),
  'POST /auth/logout': async ({ db, user }) => {
    await endSession(db, user.tokenHash);
    return undefined;
  },
};

export const accountRoutes: RoutesOf<
  'POST /auth/forgot' | 'POST /auth/reset' | 'GET /auth/me/export' | 'POST /auth/me/delete'
> = {
  'POST /auth/forgot': (request) => forgotPassword(request, request.body.email),
  'POST /auth/reset': (request) => resetPassword(request, request.body),
  'GET /auth/me/export': (request) => exportOwn(request),
  'POST /auth/me/delete': (request) => deleteAccount(request, { ...request.body, address: request.address }),
};
