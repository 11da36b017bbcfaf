import { expose, proxy, wrap } from 'comlink';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { AppError } from '../../../../src/model/app-error.ts';
import { installErrorWire } from '../../../../src/thread/wire/error-wire.ts';

const channels: MessageChannel[] = [];

beforeAll(installErrorWire);
afterEach(() => {
  for (const { port1, port2 } of channels.splice(0)) {
    port1.close();
    port2.close();
  }
});

function join<T extends object>(service: T) {
  const channel = new MessageChannel();
  channels.push(channel);
  expose(service, channel.port1);
  return wrap<T>(channel.port2);
}

it('an AppError keeps its class, code and details across the wire', async () => {
  const remote = join({
    fail: async (): Promise<void> => {
      throw new AppError('store/quota', 'segment does not fit', { neededBytes: 10, freeBytes: 3 });
    },
  });
  const error = await remote.fail().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({
    code: 'store/quota',
    message: 'segment does not fit',
    details: { neededBytes: 10, freeBytes: 3 },
  });
});

it.each([
  ['another error', new RangeError('too deep'), { code: 'app/unexpected', details: { name: 'RangeError' } }],
  ['a value that is no error', 'text', { code: 'app/unexpected' }],
])('%s arrives as app/unexpected', async (_, thrown, expected) => {
  const remote = join({
    fail: async (): Promise<void> => {
      throw thrown;
    },
  });
  const error = await remote.fail().catch((value: unknown) => value);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject(expected);
});

it('callbacks cross as proxies and can be released', async () => {
  const listeners = new Set<(n: number) => void>();
  const remote = join({
    subscribe: (listener: (n: number) => void) => {
      listeners.add(listener);
      return proxy(() => listeners.delete(listener));
    },
  });
  const heard: number[] = [];
  const leave = await remote.subscribe(proxy((n: number) => void heard.push(n)));
  for (const listener of listeners) await listener(7);
  await leave();
  expect(heard).toEqual([7]);
  expect(listeners.size).toBe(0);
});
