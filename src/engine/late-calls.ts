import type { Engine } from './contract.ts';
import type { Jobs } from './jobs.ts';

type Call = (...given: unknown[]) => unknown;

export interface LateCalls {
  /** Actions whose module loads with the first call of one of them. */
  of<K extends keyof Engine>(names: readonly K[], load: () => Promise<Pick<Engine, K>>): Pick<Engine, K>;
  /** Cancels a job, also one whose call still waits for its module: it ends as soon as it begins. */
  cancel(jobId: string): void;
}

export function createLateCalls(jobs: Pick<Jobs, 'cancel'>): LateCalls {
  const waiting = new Set<{ readonly given: readonly unknown[]; cancelled?: string }>();
  return {
    of(names, load) {
      let loaded: ReturnType<typeof load> | undefined;
      const call =
        (name: (typeof names)[number]) =>
        async (...given: unknown[]) => {
          const own: { given: readonly unknown[]; cancelled?: string } = { given };
          waiting.add(own);
          loaded ??= load();
          const actions = await loaded
            .catch((error: unknown) => {
              loaded = undefined;
              throw error;
            })
            .finally(() => waiting.delete(own));
          const answer = (actions[name] as Call)(...given);
          if (own.cancelled !== undefined) jobs.cancel(own.cancelled);
          return answer;
        };
      return Object.fromEntries(names.map((name) => [name, call(name)])) as Awaited<ReturnType<typeof load>>;
    },
    cancel(jobId) {
      for (const call of waiting)
        if (call.given.some((value) => value === jobId || (value as { jobId?: unknown } | undefined)?.jobId === jobId))
          call.cancelled = jobId;
      jobs.cancel(jobId);
    },
  };
}
