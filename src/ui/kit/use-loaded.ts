import {
  type DependencyList,
  type FunctionComponent,
  lazy,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { AppContextProvider } from '../state/context.ts';
import { type Problem, readError } from '../state/read-error.ts';
import { loadProblems } from '../words/describe-problem.ts';

interface Options {
  /** Loads again, and keeps the value until then, when this changes: the number of commits, for example. */
  readonly version?: unknown;
  /** Keeps the value for other dependencies until the new one is there. */
  readonly keep?: boolean;
  /** A failure is a status and a `problem`. It is also reported as a toast unless the caller shows it (`return`) or does without the value (`ignore`). */
  readonly onFailure?: 'report' | 'return' | 'ignore';
  /** Lets user input go before the value on screen. */
  readonly isBackground?: boolean;
}

/** A loaded value, or the state of its load. "Not loaded yet" is not an empty value: saving one would erase what is stored. */
export type Loaded<T> = LoadState &
  (
    | { readonly status: 'ready'; readonly value: T }
    | { readonly status: 'loading' | 'failed'; readonly value: T | undefined }
  );

export interface LoadState {
  readonly status: 'loading' | 'failed' | 'ready';
  readonly problem: Problem | undefined;
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
  const [found, setFound] = useState<Found<T>>();
  const [times, setTimes] = useState(0);
  const reload = useCallback(() => setTimes((before) => before + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is a new function at each render; `key`, `version` and `times` say when to call it
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const put = (toNext: (before: Found<T> | undefined) => Found<T>) =>
      isBackground ? startTransition(() => setFound(toNext)) : setFound(toNext);
    let isSettled = false;
    load(signal)?.then(
      (value) => {
        isSettled = true;
        if (!signal.aborted) put(() => ({ key, loaded: { value } }));
      },
      async (error: unknown) => {
        isSettled = true;
        await loadProblems();
        if (signal.aborted) return;
        if (onFailure === 'report') app?.state.report(error);
        const problem = readError(error);
        // A failed reload leaves what an earlier one found, unless the problem is shown in its place.
        put((before) => (before?.key === key && onFailure !== 'return' ? { ...before, problem } : { key, problem }));
      },
    );
    return () => {
      if (!isSettled) controller.abort();
    };
  }, [key, version, times]);
  const isCurrent = found?.key === key;
  const shown = isCurrent || keep ? found : undefined;
  const common = { problem: shown?.problem, reload };
  if (isCurrent && found.loaded !== undefined) return { ...common, status: 'ready', value: found.loaded.value };
  return { ...common, status: isCurrent ? 'failed' : 'loading', value: shown?.loaded?.value };
}

/** The latest answer, with the key of its dependencies. */
interface Found<T> {
  readonly key: object;
  readonly loaded?: { readonly value: T };
  readonly problem?: Problem;
}

/** Waits; never ends when the signal aborts first. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}

/** Returns a component of a module that is loaded when it is first shown. */
export function loadLater<M, K extends keyof M>(load: () => Promise<M>, name: K): M[K] {
  const loadTwice = () =>
    load().catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      return load();
    });
  return lazy(async () => ({ default: (await loadTwice())[name] as FunctionComponent })) as M[K];
}

/** Firefox stops what a page still loads when it is left, and a connection may be away for a moment: neither is a problem to show. */
const RETRY_MS = 1000;
