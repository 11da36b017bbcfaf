import { describe, expect, it } from 'vitest';
import { createSource } from '../../../src/sources/create-source.ts';
import { scanAll } from '../../support/scan-all.ts';

describe('pasted text', () => {
  it.each([
    ['Notes', 'Notes.md'],
    ['data.json', 'data.json'],
    ['../../etc/passwd', '-..-etc-passwd.md'],
    ['', 'pasted.md'],
  ])('named %j becomes the file %s', async (name, path) => {
    const { files } = await scanAll(createSource({ type: 'paste', name, text: 'héllo' }));
    expect(files.map((file) => [file.path, file.size])).toEqual([[path, 6]]);
    expect(new TextDecoder().decode(await files[0]?.read())).toBe('héllo');
  });

  it('is skipped over the limit', async () => {
    const { skips } = await scanAll(createSource({ type: 'paste', name: 'a', text: 'xxxx' }), { maxFileBytes: 3 });
    expect(skips).toMatchObject([{ path: 'a.md', reason: 'too-large', limit: 3, actual: 4 }]);
  });
});
