import { z } from 'zod';
import { PUSH_KINDS } from '#domain/push/messages.ts';
import { endpoint } from './endpoint.ts';
import { noContent, shapeNotes } from './schemas.ts';

const ENDPOINT_MAX_CHARACTERS = 1000;
const WEB_ADDRESS = /^https?:\/\/[!-~]+$/;

/** Where a browser is reached: an address of its maker's push service. Which of them are taken, the server says. */
const pushEndpoint = z
  .string()
  .max(ENDPOINT_MAX_CHARACTERS)
  .regex(WEB_ADDRESS)
  .register(shapeNotes, { examples: ['https://push.example/v2/4fb1c2'] });

/** base64url without padding: a point of P-256, uncompressed, and 16 bytes. RFC 8291, section 2 */
const publicKey = z.string().regex(/^[A-Za-z0-9_-]{87}$/);
const authSecret = z.string().regex(/^[A-Za-z0-9_-]{22}$/);

/** A browser's subscription as it is: what its `PushSubscription.toJSON()` gives. docs/spec/behaviour.md §14.1 */
export const pushSubscription = z.strictObject({
  endpoint: pushEndpoint,
  expirationTime: z.number().nullable().optional(),
  keys: z.strictObject({ p256dh: publicKey, auth: authSecret }),
});
export type PushSubscriptionJson = z.output<typeof pushSubscription>;

/**
 * What a push carries, as JSON, to the service worker, which shows it as it is (docs/spec/behaviour.md §14.2). `tag` is the same when
 * one comes twice: it takes the place of the first. `url` is a path of this site.
 */
export const pushMessage = z.object({
  kind: z.enum(PUSH_KINDS),
  title: z.string(),
  body: z.string(),
  tag: z.string(),
  url: z.string().startsWith('/'),
});
export type PushMessage = z.output<typeof pushMessage>;

export const pushEndpoints = [
  endpoint({
    method: 'GET',
    path: '/push/key',
    access: 'user',
    summary:
      "The salon's public key, which a browser subscribes with: base64url, for `applicationServerKey` (docs/spec/behaviour.md §14.1).",
    status: 200,
    response: z.object({ public_key: z.string() }),
    errors: ['not_found'],
  }),
  endpoint({
    method: 'POST',
    path: '/push',
    access: 'user',
    summary:
      "Takes a browser's subscription, for as long as this session lives; the same one again is no error (docs/spec/behaviour.md §14.1).",
    body: pushSubscription,
    status: 204,
    response: noContent,
    errors: ['push_subscription_refused'],
  }),
  endpoint({
    method: 'DELETE',
    path: '/push',
    access: 'user',
    summary: 'Ends an own subscription; ended twice is no error (docs/spec/behaviour.md §14.1).',
    body: z.strictObject({ endpoint: pushEndpoint }),
    status: 204,
    response: noContent,
    errors: [],
  }),
] as const;
