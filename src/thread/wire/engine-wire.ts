import { proxy, type Remote } from 'comlink';
import type { Engine } from '../../engine/contract.ts';

/** Listeners cross the wire as proxies; all other arguments are cloneable by the engine's contract. */
export function toEngine(remote: Remote<Engine>): Engine {
  const plain = remote as unknown as Engine;
  return new Proxy(plain, {
    get(_, name: keyof Engine) {
      if (name !== 'subscribe') return plain[name];
      return (listener: Parameters<Engine['subscribe']>[0]) => plain.subscribe(proxy(listener));
    },
  });
}

/** A function cannot be cloned: the unsubscribe function goes as a proxy. */
export function toWireEngine(engine: Engine): Engine {
  return { ...engine, subscribe: async (listener) => proxy(await engine.subscribe(listener)) };
}
