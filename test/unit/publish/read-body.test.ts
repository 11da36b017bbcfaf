import { expect, it } from 'vitest';
import { readBody } from '../../../src/publish/read/read-body.ts';

/** Sends this many chunks of ten bytes, then ends, hangs or fails. */
function respond(chunks: number, end: 'ends' | 'hangs' | 'fails', headers: Record<string, string> = {}): Response {
  let left = chunks;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left-- > 0) controller.enqueue(new Uint8Array(10).fill(left));
      else if (end === 'ends') controller.close();
      else if (end === 'fails') controller.error(new TypeError('network'));
      else return new Promise(() => {});
    },
  });
  return new Response(body, { headers });
}

async function read(response: Response, maxBytes: number, isExact: boolean) {
  let counted = 0;
  const { type, bytes } = await readBody(response, { maxBytes, isExact, idleMs: 20 }, (count) => {
    counted += count;
  });
  return { type, length: bytes.length, counted };
}

it('a body that never ends is read only up to its size', async () => {
  expect(await read(respond(Number.POSITIVE_INFINITY, 'ends'), 35, true)).toEqual({
    type: 'read',
    length: 35,
    counted: 40,
  });
  expect(await read(respond(Number.POSITIVE_INFINITY, 'ends'), 35, false)).toMatchObject({
    type: 'too-long',
    counted: 40,
  });
});

it('a server that falls silent times out', async () => {
  expect(await read(respond(2, 'hangs'), 100, true)).toEqual({ type: 'stalled', length: 20, counted: 20 });
  expect(await read(respond(2, 'hangs'), 20, true)).toMatchObject({ type: 'read', length: 20 });
  expect(await read(respond(2, 'hangs', { 'content-length': '999' }), 20, true)).toMatchObject({
    type: 'read',
    length: 20,
  });
});

it('a body that ends early or breaks is reported', async () => {
  expect(await read(respond(2, 'ends'), 100, true)).toEqual({ type: 'read', length: 20, counted: 20 });
  expect(await read(respond(2, 'fails'), 100, true)).toMatchObject({ type: 'failed', length: 20 });
  expect(await read(new Response(null), 100, true)).toMatchObject({ type: 'read', length: 0 });
});
