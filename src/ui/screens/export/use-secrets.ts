import { useEffect, useState } from 'react';
import type { SecretPlace } from '../../../engine/contract.ts';
import type { Collection } from '../../../model/collection.ts';
import { toScope } from '../../../model/outputs/follow-sources.ts';
import type { Selection, SelectionScope } from '../../../model/outputs/selection.ts';
import { newJobId } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import { type Problem, readError } from '../../state/read-error.ts';

/** Scans for secrets when the screen opens and after each change of the collection or selection; stops when the screen closes. */
export function useSecrets({ id, generation }: Collection, selection: Selection): Secrets {
  const { engine } = useApp().connection;
  const [found, setFound] = useState<Secrets & { readonly key: string }>();
  const key = JSON.stringify(toScope(selection));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new generation may hold other secrets
  useEffect(() => {
    let isGone = false;
    let isDone = false;
    const jobId = newJobId();
    engine.scanSecrets(id, jobId, { selection: JSON.parse(key) as SelectionScope }).then(
      (places) => {
        isDone = true;
        if (!isGone) setFound({ key, places });
      },
      (error: unknown) => {
        isDone = true;
        if (!isGone) setFound({ key, problem: readError(error) });
      },
    );
    return () => {
      isGone = true;
      if (!isDone) engine.cancel(jobId).catch(() => undefined);
    };
  }, [engine, id, generation, key]);
  // Results for another selection say nothing about this one.
  return found?.key === key ? found : NOT_YET;
}

const NOT_YET: Secrets = {};

export interface Secrets {
  readonly places?: readonly SecretPlace[];
  readonly problem?: Problem;
}
