import { expect, it } from 'vitest';
import { createRequestLog } from '../../../../src/thread/page/request-log.ts';

const row = (url: string) => ({ time: 1, url, status: 200, bytes: 10, ms: 3 });

it("counts requests except for the app's own files and lists them all [S19]", () => {
  const log = createRequestLog('https://quire.example');
  let told = 0;
  log.subscribe(() => told++);
  log.add([row('https://quire.example/assets/a.js'), row('blob:https://quire.example/1')]);
  expect(log.count).toBe(0);
  log.add([{ ...row('https://docs.example/llms.txt'), reason: 'llms.txt' }, row('https://elsewhere.example/')]);
  expect(log.count).toBe(2);
  expect(log.list().map(({ reason }) => reason)).toEqual(['app', 'llms.txt', 'other']);
  expect(told).toBe(2);
});

it('keeps the identity of its list until something changes', () => {
  const log = createRequestLog('https://quire.example');
  log.add([row('https://quire.example/')]);
  const before = log.list();
  log.add([]);
  expect(log.list()).toBe(before);
});

it('continues counting when the list is full', () => {
  const log = createRequestLog('https://quire.example');
  for (let i = 0; i < 3_000; i++) log.add([row(`https://docs.example/${i}`)]);
  expect(log.count).toBe(3_000);
  expect(log.list()).toHaveLength(2_000);
});
