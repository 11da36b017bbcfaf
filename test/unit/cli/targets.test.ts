import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'quire-targets-'));
afterAll(() => rmSync(folder, { recursive: true }));

// Linux writes up to the limit, and fails only when nothing fits.
it.runIf(process.platform === 'linux')('a file that does not fit is an error, not a shorter file', async () => {
  const path = join(folder, 'out.zip');
  const script = `
    import { toFileTarget } from ${JSON.stringify(resolve('src/cli/targets.ts'))};
    const file = await (await toFileTarget(${JSON.stringify(path)})).createWritable();
    await file.write(new Uint8Array(20_000)).catch(({ code }) => console.log(code));
    await file.close();`;
  const node = `"${process.execPath}" --import tsx --input-type=module -e '${script}'`;
  const { stdout } = await promisify(execFile)('bash', ['-c', `trap '' XFSZ; ulimit -f 8; ${node}`]);
  expect(statSync(path).size).toBeLessThan(20_000);
  expect(stdout).toBe('EFBIG\n');
});
