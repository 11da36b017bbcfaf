import { type FunctionComponent, lazy } from 'react';

/** Returns a component of a module that is loaded when it is first shown. */
export function loadLater<M, K extends keyof M>(load: () => Promise<M>, name: K): M[K] {
  return lazy(async () => ({ default: (await load())[name] as FunctionComponent })) as M[K];
}
