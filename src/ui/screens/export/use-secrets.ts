import type { SecretPlace } from '../../../engine/contract.ts';
import type { Collection } from '../../../model/collection.ts';
import type { Selection, SelectionScope } from '../../../model/outputs/selection.ts';
import { toScope } from '../../../selection/scope.ts';
import { type Loaded, useLoaded } from '../../kit/use-loaded.ts';
import { newJobUntil } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';

/** Scans for secrets when the screen opens and after each change of the collection or selection; stops when the screen closes. */
export function useSecrets({ id, generation }: Collection, selection: Selection): Loaded<readonly SecretPlace[]> {
  const { engine } = useApp().connection;
  const key = JSON.stringify(toScope(selection));
  return useLoaded(
    (signal) => engine.scanSecrets(id, newJobUntil(signal, engine), { selection: JSON.parse(key) as SelectionScope }),
    [engine, id, key],
    { version: generation, onFailure: 'return' },
  );
}
