import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIST_NAME, replaceSite, type SiteChanges, type SiteFolderOptions } from '../../../src/cli/site-folder.ts';

let out: string;

beforeEach(async () => {
  out = join(await mkdtemp(join(tmpdir(), 'quire-folder-')), 'deep', 'site');
});
afterEach(() => rm(dirname(dirname(out)), { recursive: true }));

const LOCKED = JSON.stringify({ quire: 2, id: '0'.repeat(32), check: '0'.repeat(16), body: 'AAAA' });
const OPEN = { isLocked: false, allowOpen: false };

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

const publish = (files: Readonly<Record<string, string>>, options: SiteFolderOptions = OPEN) =>
  replaceSite(out, options, (folder) => write(folder, files));

/** Files and folders, without the list. */
async function look(): Promise<readonly string[]> {
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  const paths = entries.map(({ parentPath, name }) => relative(out, join(parentPath, name)));
  return paths.filter((path) => path !== LIST_NAME).sort();
}

describe('the folder of a published website', () => {
  it('contains exactly what the last run made, also its folders', async () => {
    await publish({ 'index.html': 'first', 'pages/a.html': 'a', 'pages/deep/b.html': 'b' });
    await publish({ 'index.html': 'second', 'collection/manifest.json': '{}' });
    expect(await look()).toEqual(['collection', 'collection/manifest.json', 'index.html']);
    expect(await readFile(join(out, 'index.html'), 'utf8')).toBe('second');
  });

  it.each(['pages/mine.html', 'CNAME', '.git/HEAD'])(
    'with a file of others (%s) is refused, and nothing changes',
    async (path) => {
      await publish({ 'index.html': 'first' });
      await write(out, { [path]: 'mine' });
      const before = await look();
      await expect(publish({ 'index.html': 'second' })).rejects.toThrow(`such as ${path}`);
      expect(await look()).toEqual(before);
      expect(await readFile(join(out, 'index.html'), 'utf8')).toBe('first');
    },
  );

  it('with a locked website takes a locked one, and an open one only if that is allowed', async () => {
    const locked = { 'collection/manifest.json': LOCKED };
    await publish(locked, { isLocked: true, allowOpen: false });
    await publish(locked, { isLocked: true, allowOpen: false });
    await expect(publish({ 'index.html': 'open' })).rejects.toThrow('has a locked website');
    expect(await look()).toEqual(['collection', 'collection/manifest.json']);
    await publish({ 'index.html': 'open' }, { isLocked: false, allowOpen: true });
    expect(await look()).toEqual(['index.html']);
  });

  it('stays as it was when a run fails, and is completed after one was killed', async () => {
    await publish({ 'index.html': 'first', 'pages/a.html': 'a' });
    const failing = replaceSite(out, OPEN, async (folder) => {
      await write(folder, { 'index.html': 'second' });
      throw new Error('disk full');
    });
    await expect(failing).rejects.toThrow('disk full');
    expect(await look()).toEqual(['index.html', 'pages', 'pages/a.html']);
    // Killed while it moved files: both versions are there, the list has all of them, and some wait in the part folder.
    await write(out, { 'pages/b.html': 'b', '.quire-part/pages/c.html': 'c' });
    await write(out, {
      [LIST_NAME]: JSON.stringify({ files: ['index.html', 'pages/a.html', 'pages/b.html', 'pages/c.html'] }),
    });
    await publish({ 'index.html': 'third' });
    expect(await look()).toEqual(['index.html']);
  });

  it('is refused while another process writes it, and loses what killed runs left', async () => {
    await publish({ 'index.html': 'first' });
    const other = `.quire-part-${process.ppid}`;
    await write(out, { [`${other}/index.html`]: 'second' });
    await expect(publish({ 'index.html': 'third' })).rejects.toThrow(`process ${process.ppid}`);
    expect(await look()).toEqual([other, `${other}/index.html`, 'index.html']);
    await rename(join(out, other), join(out, `.quire-part-${spawnSync('true').pid}`));
    await publish({ 'index.html': 'third' });
    expect(await look()).toEqual(['index.html']);
  });

  it('keeps files that are the same, and names those to upload, the manifest last, and to delete', async () => {
    const manifest = 'collection/manifest.json';
    await publish({ [manifest]: '1', 'pages/a.html': 'a', 'pages/b.html': 'b', 'pages/old.html': 'o' });
    const past = new Date(1_000_000);
    for (const path of ['pages/a.html', 'pages/b.html']) await utimes(join(out, path), past, past);
    let changes: SiteChanges | undefined;
    const onChanges = (made: SiteChanges): void => {
      changes = made;
    };
    await publish({ [manifest]: '2', 'pages/a.html': 'a', 'pages/b.html': 'B', 'z.html': 'z' }, { ...OPEN, onChanges });
    expect(changes).toEqual({ upload: ['pages/b.html', 'z.html', manifest], delete: ['pages/old.html'] });
    const times = await Promise.all(
      ['a', 'b'].map(async (name) => (await stat(join(out, `pages/${name}.html`))).mtimeMs),
    );
    expect(times.map((time) => time === past.getTime())).toEqual([true, false]);
  });

  it('that cannot be made is an error at once', async () => {
    await expect(replaceSite('/proc/quire/site', OPEN, async () => {})).rejects.toMatchObject({ code: 'ENOENT' });
    await write(out, { file: '' });
    await expect(replaceSite(join(out, 'file'), OPEN, async () => {})).rejects.toMatchObject({ code: 'EEXIST' });
  });
});
