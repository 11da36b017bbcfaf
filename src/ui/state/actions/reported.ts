import type { AppContext } from '../context.ts';

/** Returns an action whose failure is shown as a toast. */
export function reported<A extends readonly unknown[]>(action: (app: AppContext, ...given: A) => Promise<void>) {
  return (app: AppContext, ...given: A): Promise<void> => action(app, ...given).catch(app.state.report);
}
