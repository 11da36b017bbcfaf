// The harness is TypeScript; this registers the loader, so that `npm run -s harness -- …` is one process with one exit code.
import { register } from 'tsx/esm/api';

register();
const { main } = await import('./main.ts');
process.exitCode = await main(process.argv.slice(2));
