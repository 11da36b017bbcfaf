import type { AppError } from '../../model/app-error.ts';

/** A service in a worker that may die. It is opened with the first call, and again with the first call after a loss. */
export interface RemoteService<T> {
  /** Whether it is open or being opened. */
  readonly isOpen: boolean;
  call<R>(work: (service: T) => Promise<R>): Promise<R>;
  /** Fails pending calls with this error. */
  lose(error: AppError): void;
}

/** `open` receives a signal that is aborted when the service is lost, also while it is being opened. */
export function createRemoteService<T>(open: (lost: AbortSignal) => Promise<T>): RemoteService<T> {
  const calls = createOpenCalls();
  let current: { readonly lost: AbortController; readonly service: Promise<T> } | undefined;

  function getService(): Promise<T> {
    if (current !== undefined) return current.service;
    const lost = new AbortController();
    const mine = { lost, service: open(lost.signal) };
    current = mine;
    mine.service.catch(() => {
      if (current === mine) current = undefined;
    });
    return mine.service;
  }

  return {
    get isOpen() {
      return current !== undefined;
    },
    call: (work) => calls.track(getService().then(work)),
    lose(error) {
      current?.lost.abort();
      current = undefined;
      calls.failAll(error);
    },
  };
}

type Method = (...args: unknown[]) => Promise<unknown>;

/** Returns a service whose methods are calls, except those in `own`. */
export function toService<T extends object, Own extends Partial<T>>(call: RemoteService<T>['call'], own: Own): T & Own {
  return new Proxy(own as T & Own, {
    get(_, name) {
      // With a method `then`, the service would be a promise.
      if (name in own || name === 'then' || typeof name === 'symbol') return own[name as keyof Own];
      return (...args: unknown[]) => call((service) => (service[name as keyof T] as Method)(...args));
    },
  });
}

export function createOpenCalls() {
  const open = new Set<(error: AppError) => void>();
  return {
    track<T>(call: Promise<T>): Promise<T> {
      let fail: (error: AppError) => void = () => {};
      const lost = new Promise<never>((_, reject) => {
        fail = reject;
      });
      open.add(fail);
      return Promise.race([call, lost]).finally(() => open.delete(fail));
    },
    /** Returns whether any were under way. */
    failAll(error: AppError): boolean {
      const hadCalls = open.size > 0;
      for (const reject of open) reject(error);
      open.clear();
      return hadCalls;
    },
  };
}

/** Pending calls into a worker. A worker that dies never answers them, so they must be rejected here. */
export type OpenCalls = ReturnType<typeof createOpenCalls>;
