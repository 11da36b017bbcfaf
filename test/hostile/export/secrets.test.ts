import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { describe, expect, it } from 'vitest';
import { findSecrets } from '../../../src/export/secrets/find-secrets.ts';
import { createSecretNumbers, maskText } from '../../../src/export/secrets/mask-text.ts';
import { expectGrowth } from '../../support/growth-of.ts';
import { sampleOf, sampleSize } from '../../support/sample-size.ts';
import { makePrivateKey, makeTokens } from '../../unit/export/secrets/make-tokens.ts';

async function findByOracle(content: string): Promise<readonly { readonly range: readonly number[] }[]> {
  const result = await lintSource({
    source: { filePath: 'a.txt', content, ext: '.txt', contentType: 'text' },
    options: { config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] } },
  });
  return result.messages;
}

/** Every nth Markdown, TypeScript and JSON file of installed packages: other people's text without secrets. */
function sampleTexts(every: number): string[] {
  const texts: string[] = [];
  let seen = 0;
  const walk = (dir: string): void => {
    for (const entry of readdirSync(dir, { withFileTypes: true })) {
      const path = join(dir, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (
        entry.isFile() &&
        /\.(?:md|ts|json)$/.test(entry.name) &&
        seen++ % every === 0 &&
        statSync(path).size < 2_000_000
      )
        texts.push(readFileSync(path, 'utf8'));
    }
  };
  walk('node_modules');
  return texts;
}

describe('findSecrets on text of other projects', () => {
  it('raises less than one false alarm per megabyte', () => {
    const texts = sampleTexts(sampleSize({ sample: 12, whole: 6 }));
    let chars = 0;
    let alarms = 0;
    for (const text of texts) {
      chars += text.length;
      alarms += findSecrets(text).length;
    }
    expect(chars).toBeGreaterThan(5_000_000);
    expect(alarms / (chars / 1_000_000)).toBeLessThan(1);
  });

  it('leaves nothing that secretlint still finds', async () => {
    const text = [...makeTokens(21).map(({ line }) => line), makePrivateKey(4)].join('\n');
    expect((await findByOracle(text)).length).toBeGreaterThan(5);
    const masked = maskText(text, createSecretNumbers()).text;
    const left = (await findByOracle(masked)).map(({ range }) => masked.slice(range[0], range[1]));
    expect(left.filter((value) => !value.includes('[[secret:'))).toEqual([]);
  });
});

describe('findSecrets on text made to hang it [E4]', () => {
  const size = sampleSize({ sample: 40_000, whole: 100_000 });
  const cases: Record<string, string> = {
    'beginnings of keys without an end': `-----BEGIN ${'PRIVATE'} KEY-----\n`,
    'one long word': 'a',
    'names of secrets': 'token',
    'names, separators and open quotes': 'password="',
    'anchors that overlap': 'sk-ant-sk-sk-',
    'half a JWT': 'eyJabcdefgh.',
    'halves of URLs': 'a://b:c',
    underscores: 'ab_',
    'spaces after a name': 'secret =        ',
    'quotes that may be joined': `"a" +\n "`,
    'escapes of characters': '\\u0041\\x41',
    'commands without a password': 'curl -H x mysql -h sshpass ',
    'addresses with long passwords': 'a://b:c@d@e:f/',
    'names in cells': '| password ',
    'a table of names': '| token | password |\n|---|---|\n',
    'rows of tabs and names': 'password\ttoken\n',
    'a secret of Kubernetes': 'kind: Secret\ndata:\n  a: b\n',
    'data without a kind': 'data:\nkind: Secre\n',
    'names in a line of settings': 'PASSWORD=PASSWORD=',
    'parameters of an address': '&sig=?token=&key=',
    'base64 of a key': 'LS0tLS1CRUdJTi',
    'hashes of passwords': '$6$a$',
    'pairs of names and values': '"key":"token","value":',
    'letters and digits without end': 'aB3',
    'a cookie without end': 'Cookie: sess=',
    'calls without an end': 'PDO("\\"',
    'logins without an end': 'a=:b@tcp(',
  };
  const tables: Record<string, string> = {
    'tables of a document': 'user | password | pin\na | b1\n',
    'ranges of a sheet': 'password | key\n\n',
    'one row of many columns': 'user | password | ',
    'quotes of cells that do not end': 'password,"a,""b"c\n',
    'words of a page': 'user password pin\nb1 c2\n',
    'rows of inserts': "insert a(user, password) values ('b1', ('c2'), (",
    'tables of directives': '.. list-table::\n   * - password\n     - b1\n',
  };
  for (const [name, unit] of sampleOf(Object.entries({ ...cases, ...tables }))) {
    const paths = name in tables ? ['a.docx', 'a.xlsx', 'a.csv', 'a.pdf', 'a.sql', 'a.rst'] : ['a.md', '.env'];
    it.each(paths)(`reads ${name} in %s in a time that grows no faster than the text`, async (path) => {
      const make = (length: number) => unit.repeat(Math.ceil(length / unit.length));
      await expectGrowth((text) => findSecrets(text, path), {
        sixteenth: make(size / 16),
        whole: make(size),
        below: 6,
      });
    });
  }
});
