// The harness is TypeScript; this registers the loader, so that `npm run -s harness -- …` is one process with one exit code.
import { register } from 'tsx/esm/api';

register();
const { main } = await import('./main.ts');
const { failNodeStrayErrors } = await import('../../src/cli/stray-errors.ts');
failNodeStrayErrors();
const code = await main(process.argv.slice(2));
// After a reader that never answered its timer is left, which would keep the process for minutes.
process.stdout.write('', () => process.exit(code));
