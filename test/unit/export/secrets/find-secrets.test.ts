import { describe, expect, it } from 'vitest';
import { findSecrets } from '../../../../src/export/secrets/find-secrets.ts';
import { SECRET_RULES } from '../../../../src/export/secrets/rules.ts';
import { makePrivateKey, makeTokens } from './make-tokens.ts';

describe('findSecrets', () => {
  it('knows the shapes of at least forty issuers', () => {
    expect(new Set(SECRET_RULES.map((rule) => rule.kind)).size).toBeGreaterThanOrEqual(40);
  });

  it('finds all of 70 made-up token shapes completely, with their UTF-16 spans', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const tokens = makeTokens(seed);
      expect(tokens.length).toBeGreaterThanOrEqual(70);
      const missed = tokens.filter(({ value, line }) => {
        const text = `😀 é first line\n${line}\nlast line`;
        const hidden = findSecrets(text).reduceRight(
          (rest, { start, end }) => rest.slice(0, start) + rest.slice(end),
          text,
        );
        // Only a public part of a URL may remain of a value.
        return hidden.includes(value.slice(-16));
      });
      expect(missed.map(({ name }) => `${seed} ${name}`)).toEqual([]);
    }
  });

  it('masks a private key from its first to its last line, and all of a truncated one', () => {
    const key = makePrivateKey(3);
    const text = `before\n${key}\nafter`;
    expect(findSecrets(text)).toEqual([{ start: 7, end: 7 + key.length, kind: 'private-key' }]);
    const cut = key.slice(0, 400);
    const found = findSecrets(`before\n${cut}\nafter`);
    expect(found).toMatchObject([{ start: 7, kind: 'private-key' }]);
    expect(found[0]?.end).toBeGreaterThan(7 + cut.lastIndexOf('\n'));
    expect(found[0]?.end).toBeLessThanOrEqual(7 + cut.length);
    expect(findSecrets('-----BEGIN PRIVATE KEY-----\n(your key here)\n')).toEqual([]);
  });

  it('ignores words, types, references, placeholders and hashes', () => {
    const lines = [
      'password: string;',
      'const token = nextToken();',
      'token: SyntaxKind.EndOfFileToken,',
      'password = "your-password-here-123"',
      'password = os.environ["DB_PASSWORD_2"]',
      `secret: \${{ secrets.NPM_TOKEN_2 }}`,
      'api_key = "<API_KEY_1>"',
      'password: "********************"',
      'http://user:pass@example.com/',
      'postgres://user:password@localhost/db',
      '"integrity": "sha512-oZzZ9T7ZPpE8zGJ1cQm8pQv3u1q5vW3x9y2z4A6B8C0D1E2F3G4H5I6J7K8L9M0N1O2P3Q4R5S6T7U8V9W0X1Y=="',
      'commit 3f786850e387550fdab836ed7e6dc881de23001b',
      'The token count is 12345678 and the password field is required.',
      'id: 0b3b7e2a-7f0e-4c1e-9d53-0f6b5a9f0c11',
      'password = [[secret:password:1]]',
    ];
    for (const line of lines) expect([line, findSecrets(line)]).toEqual([line, []]);
  });

  it('returns spans in order and without overlap', () => {
    const text = makeTokens(9)
      .map(({ line }) => line)
      .join('\n');
    let last = 0;
    for (const { start, end } of findSecrets(text)) {
      expect(start).toBeGreaterThanOrEqual(last);
      expect(end).toBeGreaterThan(start);
      last = end;
    }
  });
});
