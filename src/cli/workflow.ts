import { UsageError } from './problems.ts';

export interface WorkflowPlan {
  /** `github`: GitHub Actions, which publishes to GitHub Pages. `ci`: a script for any system. */
  readonly kind: string;
  readonly input: string;
  /** Absent: the search is written into `input`, which is a built site. */
  readonly out: string | undefined;
  /** Options of `publish`. */
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly version: string;
}

/** Returns a file that publishes after each push. Quire is next to it in the repository, as `npm pack` made it. */
export function toWorkflow({ kind, input, out, values, version }: WorkflowPlan): string {
  if (kind !== 'github' && kind !== 'ci') throw new UsageError('--workflow is github or ci');
  const given = GIVEN.flatMap((name) => {
    const value = values[name];
    return typeof value === 'string' ? [`--${name}`, toWord(value)] : value === true ? [`--${name}`] : [];
  });
  if (values.mask === false) given.push('--no-mask');
  const command = [
    'npx --yes',
    `./quire-${version}.tgz`,
    'publish',
    toWord(input),
    ...(out === undefined ? [] : ['--out', toWord(out)]),
    ...given,
  ].join(' ');
  const manifest = `${out === undefined ? 'quire/' : ''}collection/manifest.json`;
  if (kind === 'ci') return toScript(command, out ?? input, manifest);
  return toActions(command, out ?? input, values.lock === true);
}

const GIVEN = [
  'name',
  'description',
  'start',
  'address',
  'reading-only',
  'lock',
  'open',
  'index-only',
  'ignore',
] as const;

function toScript(command: string, out: string, manifest: string): string {
  return `#!/bin/sh
# For any CI with Node 20.19 or newer. Afterwards, copy the folder ${toLine(out)} to your host, its ${manifest} last.
set -eu
${command}`;
}

function toActions(command: string, out: string, isLocked: boolean): string {
  const secret = isLocked ? `\n        env: { QUIRE_PASSPHRASE: "\${{ secrets.QUIRE_PASSPHRASE }}" }` : '';
  return `# .github/workflows/publish.yml. In the settings of the repository, choose "GitHub Actions" as the source of Pages.
name: Publish
on:
  push:
    branches: [main]
  workflow_dispatch:
permissions: { contents: read, pages: write, id-token: write }
concurrency: { group: pages, cancel-in-progress: true }
jobs:
  publish:
    runs-on: ubuntu-latest
    environment: { name: github-pages, url: "\${{ steps.pages.outputs.page_url }}" }
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: ${JSON.stringify(command)}${secret}
      - uses: actions/upload-pages-artifact@v3
        with: { path: ${JSON.stringify(toLine(out))} }
      - id: pages
        uses: actions/deploy-pages@v4`;
}

/** Quotes a word of a shell. */
function toWord(text: string): string {
  const line = toLine(text);
  return /^[\w./:@-]+$/.test(line) ? line : `'${line.replaceAll("'", `'\\''`)}'`;
}

function toLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
