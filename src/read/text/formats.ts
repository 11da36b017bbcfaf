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

const BY_EXTENSION = toScanners({
  'rst rest': scanRst,
  'adoc asciidoc asc': scanAdoc,
  org: scanOrg,
  'tex ltx latex': scanTex,
  'yaml yml': scanYaml,
  toml: scanToml,
  'ini cfg conf': scanIni,
  'properties env': scanProperties,
  'csv tsv': scanCsv,
  sql: scanSql,
  'graphql graphqls gql': scanGraphql,
  proto: scanProto,
  'tf hcl': scanTerraform,
  'dockerfile containerfile': scanDockerfile,
  'mk mak': scanMakefile,
  'po pot': scanPo,
  'xliff xlf': scanXliff,
  'srt vtt': scanCues,
  log: scanLog,
  'diff patch': scanDiff,
});

/** Whole names, or the part before a dot: `Dockerfile`, `Makefile.am`, `.env.local`. */
const BY_NAME = toScanners({
  'dockerfile containerfile': scanDockerfile,
  'makefile gnumakefile': scanMakefile,
  '.env': scanProperties,
  pipfile: scanToml,
  '.editorconfig .gitconfig': scanIni,
});

/** Names that are more specific than their extension. */
const BY_WHOLE_NAME = toScanners({ 'cargo.lock poetry.lock uv.lock pdm.lock': scanToml });

/** `scanners` by names that share one, with blanks between them. */
function toScanners(scanners: Readonly<Record<string, TextScanner>>): ReadonlyMap<string, TextScanner> {
  return new Map(Object.entries(scanners).flatMap(([names, scan]) => names.split(' ').map((name) => [name, scan])));
}

/** Finds the scanner of a text format, only by the name of the file. */
export function findTextScanner(name: string): TextScanner | undefined {
  const lower = toAsciiLower(name);
  const dot = lower.lastIndexOf('.');
  const stem = lower.slice(0, lower.indexOf('.', 1) < 0 ? lower.length : lower.indexOf('.', 1));
  return BY_WHOLE_NAME.get(lower) ?? BY_EXTENSION.get(dot < 0 ? '' : lower.slice(dot + 1)) ?? BY_NAME.get(stem);
}
