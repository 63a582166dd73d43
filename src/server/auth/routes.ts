import type { RoutesOf } from '../platform/http/call.ts';
import { endSession } from '../platform/sessions/sessions.ts';
import { editProfile } from './edit-profile.ts';
import { logIn } from './log-in.ts';
import { ownProfile } from './profile.ts';
import { registerClient } from './register.ts';

export const authRoutes: RoutesOf<
  'POST /auth/login' | 'POST /auth/register' | 'GET /auth/me' | 'PUT /auth/me' | 'POST /auth/logout'
> = {
  'POST /auth/login': (call) => logIn(call, { ...call.body, address: call.address }),
  'POST /auth/register': (call) => registerClient(call, call.body),
  'GET /auth/me': ({ db, who }) => ownProfile(db, who.id),
  'PUT /auth/me': (call) => editProfile(call, { ...call.body, address: call.address }),
  'POST /auth/logout': async ({ db, who }) => {
    await endSession(db, who.tokenHash);
    return undefined;
  },
};
