import { type FunctionComponent, lazy } from 'react';

/** Returns a component whose module is loaded when it is first shown. */
export function loadLater<M, P>(load: () => Promise<M>, pick: (module: M) => FunctionComponent<P>) {
  return lazy(async () => ({ default: pick(await load()) }));
}
