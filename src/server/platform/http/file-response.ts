import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FastifyReply } from 'fastify';

type Send = (reply: FastifyReply, known: string | undefined) => unknown;

/** The result of a route with a `fileType`. `send` returns the payload; `known`: the ETags of what the client has. */
export abstract class FileReply {
  readonly send: Send;
  constructor(send: Send) {
    this.send = send;
  }
}

/** A file to download, which is streamed. */
export class FileResponse extends FileReply {
  constructor(path: string, name: string, bytes: number) {
    super((reply) => {
      reply
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
        .header('content-length', bytes)
        .type('application/octet-stream');
      return createReadStream(path);
    });
  }
}

const isKnown = (etag: string, known: string | undefined): boolean =>
  known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;

/** A stored picture, named by its content. A public one may be cached; no search engine may keep a private one. */
export class PictureFile extends FileReply {
  constructor(path: string, name: string, isPublic: boolean) {
    super((reply, known) => {
      const etag = `"${name}"`;
      if (isPublic) reply.header('cache-control', 'public, max-age=3600').header('etag', etag);
      else reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex');
      if (isPublic && isKnown(etag, known)) return void reply.code(304);
      reply.type('image/webp');
      return createReadStream(path);
    });
  }
}

/** A text, saved under this name. Only the browser may cache it, and asks each time whether it has changed. */
export class TextFile extends FileReply {
  constructor(type: string, text: string, name: string | null = null) {
    super((reply, known) => {
      const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
      reply.header('etag', etag).header('cache-control', 'private, no-cache');
      if (isKnown(etag, known)) return void reply.code(304);
      if (name) reply.header('content-disposition', `inline; filename="${name}"`); // an iPhone offers an inline one to its calendar
      reply.type(`${type}; charset=utf-8`);
      return text;
    });
  }
}
