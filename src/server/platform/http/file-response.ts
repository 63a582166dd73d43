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
  constructor(type: string, text: string) {
    this.type = type;
    this.text = text;
  }
}

/** Sends the text, or 304 if the text is unchanged. Only the browser may cache the text, and revalidates it each time. */
export function textFile(reply: FastifyReply, { type, text }: TextFile, known: string | undefined) {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  const isKnown = known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;
  if (isKnown) return void reply.code(304);
  reply.type(`${type}; charset=utf-8`);
  return text;
}
