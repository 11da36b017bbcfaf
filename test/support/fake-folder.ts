import type { DirectoryLike, EntryLike, FileLike } from '../../src/sources/directory-like.ts';

/** Calls that fail: `list` names directories that cannot be listed, `open` files that cannot be opened, each with its error. */
export interface Failures {
  readonly list?: Readonly<Record<string, string>>;
  readonly open?: Readonly<Record<string, string>>;
  /** Every call fails with this from the nth on: permission withdrawn while reading. */
  readonly allAfter?: { readonly calls: number; readonly name: string };
}

export function fakeFolder(files: Readonly<Record<string, string>>, failures: Failures = {}): DirectoryLike {
  const state = { calls: 0 };
  return makeDirectory('', 'root', Object.entries(files), failures, state);
}

type Files = readonly (readonly [string, string])[];

function makeDirectory(
  path: string,
  name: string,
  files: Files,
  failures: Failures,
  state: { calls: number },
): DirectoryLike {
  return {
    kind: 'directory',
    name,
    async getFileHandle(fileName): Promise<FileLike> {
      const found = files.find(([filePath]) => filePath === fileName);
      fail(failures, state, found === undefined ? 'NotFoundError' : undefined);
      const filePath = path === '' ? fileName : `${path}/${fileName}`;
      return makeFile(filePath, fileName, found?.[1] ?? '', failures, state);
    },
    async *values(): AsyncGenerator<EntryLike> {
      fail(failures, state, failures.list?.[path]);
      const seen = new Set<string>();
      for (const [filePath, text] of files) {
        const [first = '', ...rest] = filePath.split('/');
        if (rest.length === 0) yield makeFile(path === '' ? first : `${path}/${first}`, first, text, failures, state);
        else if (!seen.has(first)) {
          seen.add(first);
          const inner = files
            .filter(([other]) => other.startsWith(`${first}/`))
            .map(([other, t]) => [other.slice(first.length + 1), t] as const);
          yield makeDirectory(path === '' ? first : `${path}/${first}`, first, inner, failures, state);
        }
      }
    },
  };
}

function makeFile(path: string, name: string, text: string, failures: Failures, state: { calls: number }): FileLike {
  return {
    kind: 'file',
    name,
    getFile: async () => {
      fail(failures, state, failures.open?.[path]);
      return new File([text], name, { lastModified: 1 });
    },
  };
}

function fail(failures: Failures, state: { calls: number }, name: string | undefined): void {
  state.calls++;
  const { allAfter } = failures;
  const error = allAfter && state.calls > allAfter.calls ? allAfter.name : name;
  if (error !== undefined) throw new DOMException('failed on purpose', error);
}
