import { toAsciiLower } from '../../lib/ascii.ts';
import { scanAdoc } from './adoc.ts';
import { scanGraphql, scanProto, scanTerraform } from './braces.ts';
import { scanCsv } from './csv.ts';
import { scanDiff } from './diff.ts';
import { scanCues, scanLog, scanPo, scanXliff } from './entries.ts';
import { scanDockerfile, scanMakefile } from './make.ts';
import { scanOrg } from './org.ts';
import { scanRst } from './rst.ts';
import { scanIni, scanProperties, scanToml } from './sections.ts';
import { scanSql } from './sql.ts';
import { scanTex } from './tex.ts';
import type { TextScanner } from './text-scanner.ts';
import { scanYaml } from './yaml.ts';

const BY_EXTENSION: ReadonlyMap<string, TextScanner> = new Map<string, TextScanner>([
  ...['rst', 'rest'].map((name) => [name, scanRst] as const),
  ...['adoc', 'asciidoc', 'asc'].map((name) => [name, scanAdoc] as const),
  ['org', scanOrg],
  ...['tex', 'ltx', 'latex'].map((name) => [name, scanTex] as const),
  ...['yaml', 'yml'].map((name) => [name, scanYaml] as const),
  ['toml', scanToml],
  ...['ini', 'cfg', 'conf'].map((name) => [name, scanIni] as const),
  ...['properties', 'env'].map((name) => [name, scanProperties] as const),
  ...['csv', 'tsv'].map((name) => [name, scanCsv] as const),
  ['sql', scanSql],
  ...['graphql', 'graphqls', 'gql'].map((name) => [name, scanGraphql] as const),
  ['proto', scanProto],
  ...['tf', 'hcl'].map((name) => [name, scanTerraform] as const),
  ...['dockerfile', 'containerfile'].map((name) => [name, scanDockerfile] as const),
  ...['mk', 'mak'].map((name) => [name, scanMakefile] as const),
  ...['po', 'pot'].map((name) => [name, scanPo] as const),
  ...['xliff', 'xlf'].map((name) => [name, scanXliff] as const),
  ...['srt', 'vtt'].map((name) => [name, scanCues] as const),
  ['log', scanLog],
  ...['diff', 'patch'].map((name) => [name, scanDiff] as const),
]);

/** Whole names, or the part before a dot: `Dockerfile`, `Makefile.am`, `.env.local`. */
const BY_NAME: ReadonlyMap<string, TextScanner> = new Map<string, TextScanner>([
  ['dockerfile', scanDockerfile],
  ['containerfile', scanDockerfile],
  ['makefile', scanMakefile],
  ['gnumakefile', scanMakefile],
  ['.env', scanProperties],
  ['pipfile', scanToml],
  ['.editorconfig', scanIni],
  ['.gitconfig', scanIni],
]);

/** Names that are more specific than their extension. */
const BY_WHOLE_NAME: ReadonlyMap<string, TextScanner> = new Map(
  ['cargo.lock', 'poetry.lock', 'uv.lock', 'pdm.lock'].map((name) => [name, scanToml]),
);

/** Finds the scanner of a text format, only by the name of the file. */
export function findTextScanner(name: string): TextScanner | undefined {
  const lower = toAsciiLower(name);
  const dot = lower.lastIndexOf('.');
  const stem = lower.slice(0, lower.indexOf('.', 1) < 0 ? lower.length : lower.indexOf('.', 1));
  return BY_WHOLE_NAME.get(lower) ?? BY_EXTENSION.get(dot < 0 ? '' : lower.slice(dot + 1)) ?? BY_NAME.get(stem);
}
