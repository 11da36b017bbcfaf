import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { makeFilled } from '../../support/make-engine.ts';
import { readZip } from '../../support/zip-fixtures.ts';

it('a skill has a name, a description and texts that its outline leads to, no file over 50,000 characters, no secret', async () => {
  const value = `ghp_${'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3z5A'}`;
  const long = Array.from({ length: 300 }, (_, i) => `## Part ${i}\n\n${'Herons wade in water. '.repeat(40)}\n`).join(
    '\n',
  );
  const { engine, id } = await makeFilled({
    'README.md': '# Birds\n\nBirds is a handbook of waders and divers.\n',
    'docs/long.md': long,
    'a.env': `GITHUB_TOKEN=${value}\n`,
  });
  const { blob, fileName } = await engine.exportAgent({ collectionId: id, jobId: 'skill', mask: true });
  expect(fileName).toBe('made.skill.zip');
  const { entries } = readZip(new Uint8Array(await (blob as Blob).arrayBuffer()));
  const files = new Map(entries.map(({ name, data }) => [name, Buffer.from(data).toString()]));
  for (const [name, text] of files) {
    expect(text.length, name).toBeLessThanOrEqual(50_000);
    expect(text).not.toContain(value);
  }
  const [, front = ''] = /^---\n([\s\S]*?)\n---\n/.exec(files.get('made/SKILL.md') ?? '') ?? [];
  expect(parse(front)).toMatchObject({
    name: 'made',
    description: expect.stringContaining('Birds is a handbook of waders and divers.'),
  });
  const [, first, last] =
    /### docs\/long\.md .*: `([^`]+)` to `([^`]+)`/.exec(files.get('made/outline.md') ?? '') ?? [];
  const texts = [...files]
    .filter(([name]) => name >= `made/${first}` && name <= `made/${last}`)
    .map(([, text]) => text);
  for (let i = 0; i < 300; i++) expect(texts.join('')).toContain(`## Part ${i}\n`);
});
