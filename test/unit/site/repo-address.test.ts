import { describe, expect, it } from 'vitest';
import { parseRepoAddress, toLineUrl, toRepoRef, toRepoUrl } from '../../../src/site/repo-address.ts';

const github = { kind: 'github', host: 'github.com', project: 'owner/repo', rev: '', folder: '' };
const gitlab = { kind: 'gitlab', host: 'gitlab.com', project: 'group/sub/project', rev: '', folder: '' };
const gitea = { kind: 'gitea', host: 'codeberg.org', project: 'owner/repo', rev: '', folder: '' };
const npm = { kind: 'npm', host: 'www.npmjs.com', project: 'react', rev: '', folder: '' };

const FORMS: readonly (readonly [string, object])[] = [
  ['github.com/owner/repo', github],
  ['https://github.com/owner/repo', github],
  ['http://www.github.com/owner/repo/', github],
  ['https://github.com/owner/repo.git', github],
  ['https://github.com/owner/repo?tab=readme-ov-file#usage', github],
  ['https://someone:secret@github.com/owner/repo', github],
  ['git@github.com:owner/repo.git', github],
  ['ssh://git@github.com:22/owner/repo.git', github],
  ['git+https://github.com/owner/repo.git', github],
  ['https://github.com/owner/repo/tree/main', { ...github, rev: 'main' }],
  ['https://github.com/owner/repo/tree/main/docs', { ...github, tail: 'main/docs' }],
  ['https://github.com/owner/repo/tree/feature/x/docs', { ...github, tail: 'feature/x/docs' }],
  ['https://github.com/owner/repo/blob/main/docs/a%20b.md#L3', { ...github, tail: 'main/docs/a b.md' }],
  ['https://github.com/owner/repo/commit/0a1b2c3', { ...github, rev: '0a1b2c3' }],
  ['https://github.com/owner/repo/releases/tag/v1.2', { ...github, rev: 'v1.2' }],
  ['https://github.com/owner/repo/pull/12/files', { ...github, rev: 'refs/pull/12/head' }],
  ['gitlab.com/group/sub/project', gitlab],
  ['https://gitlab.com/group/sub/project/-/tree/main/docs', { ...gitlab, tail: 'main/docs' }],
  ['https://gitlab.com/group/sub/project/-/merge_requests/7', { ...gitlab, rev: 'refs/pull/7/head' }],
  ['git@gitlab.com:group/sub/project.git', gitlab],
  [
    'https://code.example.org/group/project/-/blob/main/a.md',
    { kind: 'gitlab', host: 'code.example.org', project: 'group/project', rev: '', folder: '', tail: 'main/a.md' },
  ],
  ['https://codeberg.org/owner/repo', gitea],
  ['https://gitea.example.org/owner/repo', { ...gitea, host: 'gitea.example.org' }],
  ['https://gitlab.gnome.org/owner/repo', { ...gitlab, host: 'gitlab.gnome.org', project: 'owner/repo' }],
  ['https://codeberg.org/owner/repo/src/branch/main/docs', { ...gitea, tail: 'main/docs' }],
  ['https://codeberg.org/owner/repo/src/commit/0a1b2c3/docs', { ...gitea, rev: '0a1b2c3', folder: 'docs' }],
  ['https://git.example.org:3000/owner/repo/src/tag/v1', { ...gitea, host: 'git.example.org:3000', rev: 'v1' }],
  ['npm:react@19', { ...npm, rev: '19' }],
  ['npm:react', npm],
  ['npm:@scope/name@1.2.3/docs/', { ...npm, project: '@scope/name', rev: '1.2.3', folder: 'docs' }],
  ['npmjs.com/package/@scope/name/v/1.2.3', { ...npm, project: '@scope/name', rev: '1.2.3' }],
  ['https://www.npmjs.com/package/react', npm],
];

const NONE = [
  '',
  'hello',
  'two words',
  'https://docs.example.org/guide',
  'https://github.com',
  'https://github.com/owner',
  'https://github.com/features/actions',
  'https://github.com/owner/repo/issues/3',
  'https://github.com/owner/repo/wiki',
  'https://github.com/owner/..',
  'https://docs.github.com/en/rest',
  'https://gist.github.com/owner/0a1b2c3',
  'https://owner.github.io/repo',
  'https://gitlab.com/explore/projects',
  'https://gitlab.com/group/project/-/issues',
  'https://example.org/owner/repo',
  'https://forgejo.org/docs/latest',
  'https://gitlab.io/docs/page',
  'git@git.example.org:owner/repo.git',
  'https://www.npmjs.com/search',
  'npm:',
  'npm:../x',
  'ftp://github.com/owner/repo',
];

describe('[R1] a repository address', () => {
  it.each(FORMS)('%s is one', (text, ref) => {
    expect(parseRepoAddress(text)).toEqual(ref);
  });

  it.each(NONE)('"%s" is not one', (text) => {
    expect(parseRepoAddress(text)).toBeUndefined();
  });

  it('is formatted for a browser and parsed back to the same', () => {
    for (const [, ref] of FORMS) {
      const whole = toRepoRef(ref);
      if (whole === undefined || whole.folder !== '') continue;
      expect(parseRepoAddress(toRepoUrl(whole)), toRepoUrl(whole)).toEqual(ref);
    }
  });

  it('[R4] can point to lines at a commit', () => {
    const lines = { commit: 'abc', path: 'a b.md', startLine: 3, endLine: 5 };
    const at = (ref: object) => toLineUrl(toRepoRef(ref) as never, lines);
    expect(at({ ...github, folder: 'docs' })).toBe('https://github.com/owner/repo/blob/abc/docs/a%20b.md#L3-L5');
    expect(at(gitlab)).toBe('https://gitlab.com/group/sub/project/-/blob/abc/a%20b.md#L3-5');
    expect(at(gitea)).toBe('https://codeberg.org/owner/repo/src/commit/abc/a%20b.md#L3-L5');
    expect(at(npm)).toBe('https://cdn.jsdelivr.net/npm/react@abc/a%20b.md');
  });

  it('from a record or another thread is checked', () => {
    expect(toRepoRef({ ...github, kind: 'svn' })).toBeUndefined();
    expect(toRepoRef({ ...github, rev: 1 })).toBeUndefined();
    expect(toRepoRef(null)).toBeUndefined();
    expect(toRepoRef({ ...github, token: 'secret' })).toEqual(github);
  });
});
