import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { writeNew } from '../../../src/cli/targets.ts';

const folder = mkdtempSync(join(tmpdir(), 'quire-targets-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a new file', () => {
  const out = join(folder, 'docs.html');
  const write = (part: string) => writeFile(part, 'whole');

  it('is not written while another process writes it', async () => {
    const other = `${out}.quire-part-${process.ppid}`;
    await writeFile(other, 'half');
    await expect(writeNew(out, true, write)).rejects.toThrow(`process ${process.ppid}`);
    expect(readdirSync(folder)).toEqual([basename(other)]);
    await rm(other);
  });

  it('is the only one that stays, also after a run that was killed', async () => {
    for (const end of ['', `-${spawnSync('true').pid}`]) await writeFile(`${out}.quire-part${end}`, 'half');
    await writeNew(out, false, write);
    expect(readdirSync(folder)).toEqual(['docs.html']);
  });
});

/** Runs a script in a shell line where it is `$node`, and files cannot grow beyond 8 KB. */
async function runLimited(line: string, script: string): Promise<string> {
  const node = `'${process.execPath}' --import '${import.meta.resolve('tsx')}' --input-type=module`;
  const shell = `trap '' XFSZ; ulimit -f 8; node() { ${node} -e "$SCRIPT"; }; cd '${folder}'; ${line}`;
  const env = { ...process.env, SCRIPT: script };
  return (await promisify(execFile)('bash', ['-c', shell], { env })).stdout;
}

// Linux writes up to the limit, and fails only when nothing fits.
describe.runIf(process.platform === 'linux')('output that cannot be written', () => {
  it('is an error of its file, not a shorter file', async () => {
    const script = `
      import { toFileTarget } from '${resolve('src/cli/targets.ts')}';
      const file = await (await toFileTarget('out.zip')).createWritable();
      await file.write(new Uint8Array(20_000)).catch(({ code }) => console.log(code));`;
    expect(await runLimited('node', script)).toBe('EFBIG\n');
  });

  it('is exit code 1 on standard output, unless its reader has what it wants', async () => {
    const script = `
      import { failUnwritten } from '${resolve('src/cli/terminal.ts')}';
      failUnwritten();
      process.stdout.write('x'.repeat(200_000));
      process.stdout.write('', (error) => error ?? process.exit(0));`;
    const codes =
      'node > out.txt 2> why.txt; echo $?; node > /dev/full 2>&1; echo $?; node | head -c 1; echo $PIPESTATUS; cat why.txt';
    expect(await runLimited(codes, script)).toMatch(/^1\n1\nx0\nThe output is not whole.*EFBIG/);
  });
});
