import { createReadStream } from 'node:fs';
import type { FastifyReply } from 'fastify';

/** What a route returns whose endpoint `isFile`: a file to be saved, which streams. */
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

export const sendFile = (reply: FastifyReply, { path, name, bytes }: FileResponse): FastifyReply =>
  reply
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('content-length', bytes)
    .type('application/octet-stream')
    .send(createReadStream(path));
