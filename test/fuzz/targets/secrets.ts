import { strictEqual } from 'node:assert/strict';
import { createSecretNumbers, maskText } from '../../../src/export/secrets/mask-text.ts';
import type { FuzzTarget } from '../contract.ts';
import { findSeeds, writeSeed } from '../find-seeds.ts';

/** Masking keeps the lines of any text, and masked text has nothing left to mask. */
export function createSecretTarget(): FuzzTarget {
  return {
    name: 'secrets',
    weight: 15,
    seeds: [
      ...findSeeds(['ts', 'md', 'yml', 'json', 'sh', 'ini', 'html']),
      writeSeed(
        '.env',
        'DB_PASSWORD=hunter2 und mehr\nTOKEN="ghp_0123456789abcdefghijABCDEFGHIJ012345"\nURL=postgres://u:p:a/ss@h/db\n',
      ),
      writeSeed('a.yml', 'kind: Secret\ndata:\n  password: aHVudGVyMg==\n'),
      writeSeed('a.xlsx', 'Sheet\n\nUser | Password\na | hunter2x\n\nb |  | 4711\nPIN | 0815\n'),
      writeSeed('a.csv', 'user;"pass""word"\n"a\nb";hunter2x\n'),
      writeSeed('a.pdf', 'Host User Password\na b Winter2031\n\nc Autumn2031\n'),
      writeSeed('a.sql', "INSERT INTO a (b, password) VALUES (1, 'hunter2x'), (NULL, c('d'));\n"),
      writeSeed(
        'a.rst',
        '.. list-table::\n   :header-rows: 1\n\n   * - Host\n     - Password\n   * - a\n     - hunter2x\n',
      ),
      writeSeed('b.rst', '.. csv-table::\n   :header: Host, Password\n\n   a, "hunter2x"\n'),
      writeSeed('run.sh', 'curl -u me:secret https://x\nmysql -psecret\nsshpass -p "a b" ssh x\n'),
    ],
    tokens: [
      'password',
      '=',
      ': ',
      '"',
      "'",
      'ghp_',
      'AKIA',
      '-----BEGIN RSA PRIVATE KEY-----\n',
      '://u:',
      '@',
      '| ',
      '<b>',
      '</b>',
      'secret',
      'token',
      'eyJ',
      '.',
      'Bearer ',
      '\n',
      'aA0'.repeat(12),
    ],
    async check({ name, bytes }) {
      const text = new TextDecoder().decode(bytes);
      const numbers = createSecretNumbers();
      const masked = maskText(text, numbers, { path: name });
      strictEqual(masked.text.split('\n').length, text.split('\n').length, 'masking changed the number of lines');
    },
  };
}
