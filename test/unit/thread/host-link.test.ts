import { expect, it } from 'vitest';
import { createHostLink, createHostService, type HostService } from '../../../src/thread/wire/host-link.ts';

const FILE = { name: 'text-0123456789abcdef.bin', bytes: 4 };

function makeService(): HostService & { readonly opened: string[] } {
  const opened: string[] = [];
  const service = createHostService((address) => {
    opened.push(address);
    return {
      readManifest: async () => Buffer.from(address),
      readSpans: async (_, spans) => spans.map(([start, end]) => new Uint8Array(end - start)),
      traffic: async () => ({ requests: 1, bytes: 2, roundTrips: 3, wholeFiles: false }),
    };
  });
  return { ...service, opened };
}

it('the service is requested with the first host, and each host is opened once', async () => {
  let asks = 0;
  const link = createHostLink(() => asks++);
  expect(asks).toBe(0);
  const host = link.open('https://a.test/collection/');
  const waiting = [host.readManifest(), host.readSpans(FILE, [[0, 4]]), host.traffic()];
  expect(asks).toBe(1);
  const service = makeService();
  link.join(service);
  await Promise.all(waiting);
  expect(Buffer.from(await link.open('https://b.test/collection/').readManifest()).toString()).toContain('b.test');
  expect(asks).toBe(1);
  expect(service.opened).toEqual(['https://a.test/collection/', 'https://b.test/collection/']);
});

it('pending calls fail when their service is gone, and the next call requests another', async () => {
  let asks = 0;
  const link = createHostLink(() => asks++);
  const lost = link.open('https://a.test/collection/').readManifest();
  link.lose('it ended');
  await expect(lost).rejects.toMatchObject({ code: 'publish/unreachable', details: { reason: 'it ended' } });
  const next = link.open('https://a.test/collection/').readManifest();
  expect(asks).toBe(2);
  link.join(makeService());
  await next;
});
