import { createHash } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import type { FastifyReply } from 'fastify';

/** The result of a route with a `fileType`: a file to download, which is streamed. */
export class FileResponse {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  constructor(path: string, name: string, bytes: number) {
    this.path = path;
    this.name = name;
    this.bytes = bytes;
  }
}

export function fileStream(reply: FastifyReply, { path, name, bytes }: FileResponse): ReadStream {
  reply
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('content-length', bytes)
    .type('application/octet-stream');
  return createReadStream(path);
}

/** The result of a route with a `fileType` whose file is a text. The response has an ETag. */
export class TextFile {
  readonly type: string;
  readonly text: string;
  /** The name under which it is saved. */
  readonly name: string | null;
  constructor(type: string, text: string, name: string | null = null) {
    this.type = type;
    this.text = text;
    this.name = name;
  }
}

/** A stored picture, named by its content. A public one may be cached. */
export class PictureFile {
  readonly path: string;
  readonly name: string;
  readonly isPublic: boolean;
  constructor(path: string, name: string, isPublic: boolean) {
    this.path = path;
    this.name = name;
    this.isPublic = isPublic;
  }
}

const isKnown = (etag: string, known: string | undefined): boolean =>
  known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;

/** Sends a picture; a public one also as 304. No search engine may keep a private one. */
export function pictureStream(reply: FastifyReply, file: PictureFile, known: string | undefined) {
  const { path, name, isPublic } = file;
  const etag = `"${name}"`;
  if (isPublic) reply.header('cache-control', 'public, max-age=3600').header('etag', etag);
  else reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex');
  if (isPublic && isKnown(etag, known)) return void reply.code(304);
  reply.type('image/webp');
  return createReadStream(path);
}

/** Sends the text, or 304 if the text is unchanged. Only the browser may cache the text, and revalidates it each time. */
export function textFile(reply: FastifyReply, { type, text, name }: TextFile, known: string | undefined) {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  if (isKnown(etag, known)) return void reply.code(304);
  if (name) reply.header('content-disposition', `inline; filename="${name}"`); // an iPhone offers an inline one to its calendar
  reply.type(`${type}; charset=utf-8`);
  return text;
}
