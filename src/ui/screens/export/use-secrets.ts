import { useEffect, useState } from 'react';
import type { SecretPlace } from '../../../engine/contract.ts';
import type { Collection } from '../../../model/collection.ts';
import { newJobId } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import { type Problem, readError } from '../../state/read-error.ts';

/** Scans for secrets when the screen opens and after each change; stops when it is left. */
export function useSecrets({ id, generation }: Collection): Secrets {
  const { engine } = useApp().connection;
  const [secrets, setSecrets] = useState<Secrets>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new generation may hold other secrets
  useEffect(() => {
    let isGone = false;
    let isDone = false;
    const jobId = newJobId();
    engine.scanSecrets(id, jobId).then(
      (places) => {
        isDone = true;
        if (!isGone) setSecrets({ places });
      },
      (error: unknown) => {
        isDone = true;
        if (!isGone) setSecrets({ problem: readError(error) });
      },
    );
    return () => {
      isGone = true;
      if (!isDone) engine.cancel(jobId).catch(() => undefined);
    };
  }, [engine, id, generation]);
  return secrets;
}

export interface Secrets {
  readonly places?: readonly SecretPlace[];
  readonly problem?: Problem;
}
