import { type DependencyList, startTransition, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { AppContextProvider } from '../state/context.ts';
import { type Problem, readError } from '../state/read-error.ts';

interface Options {
  /** Loads again, and keeps the value until then, when this changes: the number of commits, for example. */
  readonly version?: unknown;
  /** Keeps the value for other dependencies until the new one is there. */
  readonly keep?: boolean;
  /** Failures are reported as a toast, returned as `problem`, or ignored. */
  readonly onFailure?: 'report' | 'return' | 'ignore';
  /** Lets user input go before the value on screen. */
  readonly isBackground?: boolean;
}

export interface Loaded<T> {
  readonly value: T | undefined;
  readonly problem: Problem | undefined;
  readonly isLoading: boolean;
  reload(): void;
}

/**
 * Loads a value when the dependencies change. A late answer is dropped, and the signal aborts a load that is no longer needed. `load` returns
 * undefined when there is nothing to load.
 */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T> | undefined,
  dependencies: DependencyList,
  { version, keep = false, onFailure = 'report', isBackground = false }: Options = {},
): Loaded<T> {
  const app = useContext(AppContextProvider);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an object that stands for the caller's dependencies
  const key = useMemo(() => ({}), dependencies);
  const [found, setFound] = useState<{ readonly key: object; readonly value?: T; readonly problem?: Problem }>();
  const [times, setTimes] = useState(0);
  const reload = useCallback(() => setTimes((before) => before + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is a new function at each render; `key`, `version` and `times` say when to call it
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const put = (next: NonNullable<typeof found>) =>
      isBackground ? startTransition(() => setFound(next)) : setFound(next);
    let isSettled = false;
    load(signal)?.then(
      (value) => {
        isSettled = true;
        if (!signal.aborted) put({ key, value });
      },
      (error: unknown) => {
        isSettled = true;
        if (signal.aborted || onFailure === 'ignore') return;
        if (onFailure === 'report') app?.state.report(error);
        else put({ key, problem: readError(error) });
      },
    );
    return () => {
      if (!isSettled) controller.abort();
    };
  }, [key, version, times]);
  const isCurrent = found?.key === key;
  const shown = isCurrent || keep ? found : undefined;
  return { value: shown?.value, problem: shown?.problem, isLoading: !isCurrent, reload };
}

/** Waits; never ends when the signal aborts first. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}
