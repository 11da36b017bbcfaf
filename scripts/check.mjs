/**
 * `npm run check`: the three type projects, by the native compiler, which takes a seventh of the time. The other one stays for its API, which
 * tests compare outlines with.
 */
import { spawnSync } from 'node:child_process';

const projects = ['tsconfig.app.json', 'tsconfig.worker.json', 'tsconfig.test.json'];
const codes = projects.map((project) => {
  const { status } = spawnSync(process.execPath, ['node_modules/native-typescript/bin/tsc', '-p', project], {
    stdio: 'inherit',
  });
  return status;
});
process.exit(codes.every((code) => code === 0) ? 0 : 1);
