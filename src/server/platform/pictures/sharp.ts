// The library that decodes and draws pictures. Its native package may be missing on a platform. docs/spec/behaviour.md §30.2
import type { FastifyBaseLogger } from 'fastify';
import type Sharp from 'sharp';

let isTold = false;

/**
 * Returns sharp, or null where it cannot be loaded: the salon then runs without pictures, and one log line says so.
 * Not loaded at the start, because it takes 20 MB.
 */
export async function loadSharp(log: FastifyBaseLogger): Promise<typeof Sharp | null> {
  try {
    return (await import('sharp')).default;
  } catch (error) {
    if (!isTold) log.warn({ err: error }, 'pictures are off, also in link previews: sharp cannot be loaded');
    isTold = true;
    return null;
  }
}
