// Requests with pictures, for tests.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { type ErrorCode, errors } from '../../../src/contract/errors.ts';
import type { Picture } from '../../../src/contract/work/pictures.ts';
import type { Person } from '../../support/salon.ts';
import { salon } from '../../support/salon-test.ts';

export const TODAY = '2026-11-17 11:00:00'; // has begun: it is 11:20
export const AHEAD = '2026-11-20 10:00:00';
export const DAY_MS = 24 * 60 * 60 * 1000;

let serial = 0;
/** A picture with a different content each time. */
export const drawn = (width = 40, height = 30) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: (++serial * 37) % 256, g: (serial * 11) % 256, b: 90 },
    },
  });
export const aJpeg = (width?: number, height?: number) => drawn(width, height).jpeg().toBuffer();

export interface Sent {
  readonly token?: string | null;
  readonly link?: string;
  readonly key?: string;
  readonly type?: string;
  readonly address?: string;
}

export async function post(
  path: string,
  bytes: Buffer,
  { token, link, key, type = 'image/jpeg', address }: Sent = {},
) {
  const response = await salon.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: {
      'content-type': type,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(link && { 'x-guest-link': link }),
      ...(key && { 'idempotency-key': key }),
    },
    payload: bytes,
    ...(address && { remoteAddress: address }),
  });
  return {
    status: response.statusCode,
    body: response.json() as Picture & { code?: string; error?: string },
  };
}
export const add = (id: number, kind: string, bytes: Buffer, sent: Sent) =>
  post(`/appointments/${id}/pictures?kind=${kind}`, bytes, sent);
export const get = (url: string, headers: Record<string, string> = {}) => salon.app.inject({ url, headers });
export const expectCode = (
  answer: { status: number; body: { code?: string; error?: string } },
  code: ErrorCode,
) =>
  expect({ status: answer.status, ...answer.body }).toMatchObject({
    status: errors[code].status,
    code,
    error: errors[code].text,
  });
export const remove = (id: number, headers: Record<string, string>) =>
  salon.app.inject({ method: 'DELETE', url: `/api/pictures/${id}`, headers });
export const as = ({ token }: Person) => ({ authorization: `Bearer ${token}` });
export const folder = () => join(salon.platform.config.dataDirectory, 'pictures');
export const files = () => readdirSync(folder()).filter((name) => name.endsWith('.webp'));
export const rows = () => salon.db.selectFrom('pictures').selectAll().orderBy('id').execute();
