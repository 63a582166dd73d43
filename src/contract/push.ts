import { z } from 'zod';
import { PUSH_KINDS } from '#domain/push/messages.ts';
import { endpoint } from './endpoint.ts';

const ENDPOINT_MAX_CHARACTERS = 1000;
const WEB_ADDRESS = /^https?:\/\/[!-~]+$/;

/** The URL of a push service. The server has a list of allowed services. */
const pushEndpoint = z
  .string()
  .max(ENDPOINT_MAX_CHARACTERS)
  .regex(WEB_ADDRESS)
  .meta({ examples: ['https://push.example/v2/4fb1c2'] });

/** A push subscription's keys in unpadded base64url: an uncompressed P-256 point, and 16 secret bytes. RFC 8291, section 2 */
const publicKey = z.string().regex(/^[A-Za-z0-9_-]{87}$/);
const authSecret = z.string().regex(/^[A-Za-z0-9_-]{22}$/);

/** The result of `PushSubscription.toJSON()` in a browser. docs/spec/behaviour.md §14.1 */
export const pushSubscription = z.strictObject({
  endpoint: pushEndpoint,
  expirationTime: z.number().nullable().optional().describe('Ignored.'),
  keys: z.strictObject({ p256dh: publicKey, auth: authSecret }),
});
export type PushSubscriptionJson = z.output<typeof pushSubscription>;

/** The payload of a push, which a device shows unchanged. A repeated `tag` replaces the earlier push. docs/spec/behaviour.md §14.2 */
export const pushMessage = z.object({
  kind: z.enum(PUSH_KINDS),
  title: z.string(),
  body: z.string(),
  tag: z.string(),
  url: z.string().startsWith('/'),
});
export type PushMessage = z.output<typeof pushMessage>;

export const pushEndpoints = [
  endpoint('getPushKey', 'GET /push/key', 'useAccount', {
    summary: "The salon's public key for `applicationServerKey`: base64url (docs/spec/behaviour.md §14.1).",
    response: z.object({ public_key: z.string() }),
    errors: ['not_found'],
  }),
  endpoint('subscribeToPush', 'POST /push', 'useAccount', {
    summary:
      'Adds the push subscription of a browser until this session ends; repeating is no error (docs/spec/behaviour.md §14.1).',
    body: pushSubscription,
    errors: ['push_subscription_refused'],
  }),
  endpoint('unsubscribeFromPush', 'DELETE /push', 'useAccount', {
    summary: 'Removes a push subscription; repeating is no error (docs/spec/behaviour.md §14.1).',
    body: z.strictObject({ endpoint: pushEndpoint }),
  }),
] as const;
