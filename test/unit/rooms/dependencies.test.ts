import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findLibraryImports, isInPlace, libraryRules, readSources } from '../../support/import-rules.ts';

type Names = Readonly<Record<string, string>>;
interface Manifest {
  readonly dependencies?: Names;
  readonly devDependencies: Names;
}
interface LockedPackage {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}
interface Lock {
  readonly packages: Readonly<Record<string, Partial<Manifest> & LockedPackage>>;
}

const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const imports = readSources().flatMap(findLibraryImports);

describe('libraries of the app', () => {
  it('are bundled: the command installs nothing else', () => {
    expect(manifest.dependencies).toBe(undefined);
    const imported = new Set(imports.map(({ library }) => library));
    expect([...imported].filter((library) => !(library in manifest.devDependencies))).toEqual([]);
  });

  it('each have a row in the table of places', () => {
    expect(Object.keys(libraryRules).sort()).toEqual([...new Set(imports.map(({ library }) => library))].sort());
  });

  it.each(Object.entries(libraryRules))('%s is imported in %j and nowhere else', (library, places) => {
    const paths = imports.filter((found) => found.library === library).map(({ path }) => path);
    expect(paths.filter((path) => !places.some((place) => isInPlace(path, place)))).toEqual([]);
    expect(places.filter((place) => !paths.some((path) => isInPlace(path, place)))).toEqual([]);
  });

  it('are the same in the lock file as in package.json, without download addresses', () => {
    expect(lock.packages['']?.devDependencies).toEqual(manifest.devDependencies);
    expect(Object.values(lock.packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  });

  it('are locked by a hash, all but the tools of other systems', () => {
    // The registry that the lock file was made with does not have these.
    const families = /^node_modules\/(?:@biomejs\/cli|@rolldown\/binding|@rollup\/rollup)-/;
    const isOfAnotherSystem = ({ optional, os, cpu }: LockedPackage): boolean =>
      optional === true && !(os?.includes('linux') && (cpu?.includes('x64') || cpu?.includes('arm64')));
    const unlocked = Object.entries(lock.packages).filter(
      ([path, entry]) =>
        path !== '' && entry.integrity === undefined && !(families.test(path) && isOfAnotherSystem(entry)),
    );
    expect(unlocked.map(([path]) => path)).toEqual([]);
  });

  it('run no scripts when they are installed', () => {
    expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
  });
});
