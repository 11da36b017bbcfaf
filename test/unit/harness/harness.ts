import { main } from '../../harness/main.ts';
import { catchOutput, type Ran } from '../../support/run-cli.ts';

export type { Ran };

/** Runs in this process: a new one takes a second to load. */
export function harness(...args: readonly string[]): Promise<Ran> {
  return catchOutput(() => main(args));
}
