/**
 * `npm run check`: checks the four type projects with the native compiler, in a seventh of the time. The other compiler stays for its API, with
 * which tests compare outlines.
 */
import { spawnSync } from 'node:child_process';

const projects = ['tsconfig.app.json', 'tsconfig.worker.json', 'tsconfig.test.json', 'extension/tsconfig.json'];
const codes = projects.map((project) => {
  const { status } = spawnSync(process.execPath, ['node_modules/native-typescript/bin/tsc', '-p', project], {
    stdio: 'inherit',
  });
  return status;
});
process.exit(codes.every((code) => code === 0) ? 0 : 1);
