import type { RoutesOf } from '../platform/http/call.ts';
import { deleteAccount } from './delete-account.ts';
import { exportOwn } from './export.ts';
import { forgotPassword } from './forgotten/forgot.ts';
import { resetPassword } from './forgotten/reset.ts';

export const accountRoutes: RoutesOf<
  'POST /auth/forgot' | 'POST /auth/reset' | 'GET /auth/me/export' | 'POST /auth/me/delete'
> = {
  'POST /auth/forgot': (call) => forgotPassword(call, call.body.email),
  'POST /auth/reset': (call) => resetPassword(call, call.body),
  'GET /auth/me/export': (call) => exportOwn(call),
  'POST /auth/me/delete': (call) => deleteAccount(call, { ...call.body, address: call.address }),
};
