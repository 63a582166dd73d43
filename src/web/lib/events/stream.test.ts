import { expect, test } from 'vitest';
import { messagesOf } from './stream.ts';

async function read(
  parts: readonly Uint8Array<ArrayBuffer>[],
): Promise<{ messages: string[]; pieces: number }> {
  let pieces = 0;
  const messages: string[] = [];
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  for await (const message of messagesOf(stream, () => pieces++)) messages.push(message);
  return { messages, pieces };
}

const STREAM =
  'retry: 3000\n\n:\n\ndata: {"kind":"appointments"}\n\ndata: {"kind":"slots","days":[]}\n\ndata: {"ki';
const MESSAGES = ['{"kind":"appointments"}', '{"kind":"slots","days":[]}'];

test.each([1, 2, 7, 1000])('reads whole messages from chunks of %i bytes', async (size) => {
  const bytes = new TextEncoder().encode(STREAM);
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.slice(n * size, (n + 1) * size),
  );
  expect(await read(parts)).toEqual({ messages: MESSAGES, pieces: parts.length });
});
