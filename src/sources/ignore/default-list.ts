/** Build output, caches and other generated files, skipped by name unless the user includes them. */
const DIRECTORIES = new Set('.git .hg .svn node_modules dist build target .cache __pycache__'.split(' '));

/** In a worktree or submodule `.git` is a file. */
const FILES = new Set(
  `.git .DS_Store Thumbs.db package-lock.json npm-shrinkwrap.json packages.lock.json pnpm-lock.yaml
  conda-lock.yml bun.lockb gradle.lockfile Package.resolved go.sum go.work.sum`.split(/\s+/),
);

const SOURCE_MAP = /\.(?:js|mjs|cjs|jsx|ts|mts|cts|tsx|css|scss|less|wasm|html)\.map$/;

/** Returns the rule as shown to the user, such as `default node_modules`, or undefined. */
export function findDefaultRule(name: string, isDirectory: boolean): string | undefined {
  if (isDirectory) return DIRECTORIES.has(name) ? `default ${name}` : undefined;
  if (FILES.has(name)) return `default ${name}`;
  if (name.endsWith('.lock') && name.length > 5) return 'default *.lock';
  if (SOURCE_MAP.test(name)) return 'default *.map';
  if (/[^.].*\.min\.[^.]+$/.test(name) || /^[^.]+\.min\.[^.]+$/.test(name)) return 'default *.min.*';
  return undefined;
}
