/**
 * Lints the kernel's AssemblyScript: part of `npm run lint`. Biome parses TypeScript, which has no decorators on functions and constants, so it gets
 * copies with blanked decorators; lines and columns stay. Rules that do not fit AssemblyScript are off.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const copies = join(root, 'build', 'lint', 'wasm');

const configuration = {
  root: true,
  formatter: { enabled: false },
  files: { includes: ['**', '!**/generated'] },
  linter: {
    rules: {
      preset: 'recommended',
      // `==` compares numbers of one type, and `let` is how locals are declared.
      suspicious: { noDoubleEquals: 'off', noTsIgnore: 'off' },
      style: { useConst: 'off', useImportType: 'off' },
      // Literals of 64 bits, and `min` and `max` of floats.
      correctness: {
        noPrecisionLoss: 'off',
        useHookAtTopLevel: 'off',
        noUnusedVariables: 'error',
        noUnusedImports: 'error',
      },
      complexity: { useMathMinMax: 'off' },
    },
  },
};

/** @param {string} text */
export function blankDecorators(text) {
  return text.replaceAll(
    /^([ \t]*(?:@\w+(?:\([^)\n]*\))?[ \t]*)+)(?=$|export|function|const|let|class|static|\w)/gm,
    (found) => (found.includes('@') ? ' '.repeat(found.length) : found),
  );
}

function lint() {
  rmSync(copies, { recursive: true, force: true });
  const files = readdirSync(join(root, 'wasm'), { recursive: true }).map(String);
  for (const name of files.filter((file) => file.endsWith('.ts'))) {
    const copy = join(copies, name);
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, blankDecorators(readFileSync(join(root, 'wasm', name), 'utf8')));
  }
  writeFileSync(join(copies, 'biome.json'), JSON.stringify(configuration));
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const args = [biome, 'lint', '--error-on-warnings', '--vcs-enabled=false', '.'];
  return spawnSync(process.execPath, args, { cwd: copies, stdio: 'inherit' }).status ?? 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(lint());
