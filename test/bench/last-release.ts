import { execFileSync, type StdioOptions } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkOutRelease } from '../support/check-out-release.ts';
import { median } from './measure.ts';

const ENTRY = 'test/bench/ingest-cost.ts';
const LIMIT = 1.1;

/** Describes what an import of the folder costs against the last release, whose sources are built and run in turn with ours. */
export function compareWithRelease(folder: string, megabytes: number, pairs: number): string {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  if (release === undefined) {
    release = checkOutRelease(version) ?? '';
    if (release !== '') copyFileSync(ENTRY, join(release, ENTRY));
  }
  if (release === '') return `left out: this copy has no history with ${version}`;
  const costs: [before: number, now: number][] = [];
  for (let i = 0; i < pairs; i++) costs.push([measure(release, folder), measure('.', folder)]);
  const before = median(costs.map(([cost]) => cost)) / megabytes;
  const now = median(costs.map(([, cost]) => cost)) / megabytes;
  const ratio = median(costs.map(([old, own]) => own / old));
  const verdict = ratio > LIMIT ? `, *slower than ${version}*` : '';
  return `${before.toFixed(3)} in ${version}, ${now.toFixed(3)} now, **${ratio.toFixed(2)}×**${verdict}`;
}

/** Folder with the sources of the last release; empty if they are not to be had. */
let release: string | undefined;

function measure(root: string, folder: string): number {
  const args = ['test/bench/run-bundled.mjs', ENTRY, folder];
  const stdio: StdioOptions = ['ignore', 'pipe', 'ignore'];
  return Number(execFileSync(process.execPath, args, { cwd: resolve(root), encoding: 'utf8', stdio }).trim());
}
