import type { SkipReason } from '../../model/skip.ts';
import type { ScanOptions } from '../contract.ts';
import { findDefaultRule } from './default-list.ts';
import { findIgnoreRule, type IgnoreFile, type IgnoreQuery } from './ignore-file.ts';
import { toByteString } from './path-pattern.ts';
import { coversDirectory, type Glob, matchesGlob, parseGlobs, pointsInto } from './user-globs.ts';

export interface FilterOptions extends Pick<ScanOptions, 'include' | 'exclude' | 'useDefaultList'> {}

/** Why something is skipped; `rule` as shown to the user. */
export interface Refusal {
  readonly reason: SkipReason;
  readonly rule: string;
}

/**
 * Rules for everything in one directory: ignore files from the nearest to the root's, and the refusal of the directory itself if it was entered
 * only because a plain path names something in it.
 */
export interface FolderRules {
  readonly ignoreFiles: readonly IgnoreFile[];
  readonly refusal?: Refusal;
}

export type Decision =
  | { readonly take: true; readonly refusal?: Refusal }
  | { readonly take: false; readonly refusal: Refusal };

/**
 * Excludes override everything. An include without a wildcard overrides ignore files and the default list; one with a wildcard only restricts what
 * is read. Of several ignore files, the nearest one with a matching rule decides.
 */
export class PathFilter {
  readonly #include: readonly Glob[];
  readonly #exclude: readonly Glob[];
  readonly #restricts: boolean;
  readonly #useDefaultList: boolean;

  constructor(options: FilterOptions) {
    this.#include = parseGlobs(options.include, { literalsAreNames: false });
    this.#exclude = parseGlobs(options.exclude, { literalsAreNames: true });
    this.#restricts = this.#include.some((glob) => glob.literal === undefined);
    this.#useDefaultList = options.useDefaultList;
  }

  /** `path` is relative to the root, `name` its last segment. */
  decideFile(path: string, name: string, rules: FolderRules): Decision {
    const query = { path: toByteString(path), name: toByteString(name), isDirectory: false };
    const excluded = this.#exclude.find((glob) => matchesGlob(glob, query.path, query.name));
    if (excluded) return refuse('excluded', `exclude ${excluded.text}`);
    const included = this.#include.filter((glob) => matchesGlob(glob, query.path, query.name));
    if (included.some(({ literal }) => literal !== undefined)) return { take: true };
    const refusal = rules.refusal ?? this.#findRefusal(query, name, rules);
    if (refusal) return { take: false, refusal };
    return this.#restricts && included.length === 0 ? refuse('not-included', this.#includeText()) : { take: true };
  }

  /** A directory taken with a refusal is entered only for the plain paths inside it. */
  decideDirectory(path: string, name: string, rules: FolderRules): Decision {
    const query = { path: toByteString(path), name: toByteString(name), isDirectory: true };
    const excluded = this.#exclude.find((glob) => coversDirectory(glob, query.path, query.name));
    if (excluded) return refuse('excluded', `exclude ${excluded.text}`);
    const refusal = rules.refusal ?? this.#findRefusal(query, name, rules);
    if (refusal) {
      return this.#include.some((glob) => glob.literal !== undefined && pointsInto(glob, query.path))
        ? { take: true, refusal }
        : { take: false, refusal };
    }
    if (!this.#restricts || this.#include.some((glob) => glob.base === '' || pointsInto(glob, query.path)))
      return { take: true };
    return refuse('not-included', this.#includeText());
  }

  #findRefusal(query: IgnoreQuery, name: string, rules: FolderRules): Refusal | undefined {
    const ignored = findIgnoreRefusal(query, rules.ignoreFiles);
    if (ignored) return ignored;
    const byDefault = this.#useDefaultList ? findDefaultRule(name, query.isDirectory) : undefined;
    return byDefault === undefined ? undefined : { reason: 'default', rule: byDefault };
  }

  #includeText(): string {
    const text = `include ${[...new Set(this.#include.map((glob) => glob.text))].join(' ')}`;
    return text.length > 120 ? `${text.slice(0, 119)}…` : text;
  }
}

/** Exported to compare just the ignore files with git, without lists and globs. */
function findIgnoreRefusal(query: IgnoreQuery, ignoreFiles: readonly IgnoreFile[]): Refusal | undefined {
  for (const file of ignoreFiles) {
    const rule = findIgnoreRule(file, query);
    if (!rule) continue;
    return rule.negated ? undefined : { reason: 'ignored', rule: `${file.path}:${rule.line} ${rule.text}` };
  }
  return undefined;
}

function refuse(reason: SkipReason, rule: string): Decision {
  return { take: false, refusal: { reason, rule } };
}
