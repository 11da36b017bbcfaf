import { proxy, type Remote } from 'comlink';
import type { Engine } from '../../engine/contract.ts';

/** Functions cross the wire as proxies; all other arguments are cloneable by the engine's contract. */
export function toEngine(remote: Remote<Engine>): Engine {
  const plain = remote as unknown as Engine;
  const own: Pick<Engine, 'subscribe' | 'findOccurrences' | 'recognise'> = {
    subscribe: (listener) => plain.subscribe(proxy(listener)),
    findOccurrences: (ids, wish, match) => plain.findOccurrences(ids, wish, match && proxy(match)),
    recognise: (options, readPage) => plain.recognise(options, proxy(readPage)),
  };
  return new Proxy(plain, {
    get(_, name: keyof Engine) {
      return own[name as keyof typeof own] ?? plain[name];
    },
  });
}

/** A function cannot be cloned: the unsubscribe function goes as a proxy. */
export function toWireEngine(engine: Engine): Engine {
  return { ...engine, subscribe: async (listener) => proxy(await engine.subscribe(listener)) };
}
