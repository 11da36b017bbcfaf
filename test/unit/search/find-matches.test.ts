import { beforeAll, describe, expect, it } from 'vitest';
import type { Kernel } from '../../../src/kernel/contract.ts';
import { findMatches } from '../../../src/search/find-matches.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';

let kernel: Kernel;
beforeAll(async () => {
  kernel = await loadNodeKernel();
});
const read = (query: string, text: string) =>
  findMatches(kernel, { query, text, stemming: true }).map(([from, to]) => text.slice(from, to));

describe('marks in a text', () => {
  it.each([
    ['are secrets', 'They are shared; a secret is no SECRETS file', ['secret', 'SECRETS']],
    ['to be or not', 'Not to be or to be', ['Not', 'to', 'be', 'or', 'to', 'be']],
    ['"to the harbour"', 'to the harbour', ['to', 'the', 'harbour']],
    ['cafe', 'Un café, deux cafés', ['café', 'cafés']],
    ['user name', 'getUserName and user_name', ['User', 'Name', 'user', 'name']],
    ['"rate limit" -draft path:src/', 'draft src of a rate limit', ['rate', 'limit']],
    ['symbol:Store', 'class Store {}', ['Store']],
    ['検索', '全文検索エンジン', ['検索']],
    ['configurat', 'The configuration of it', ['configuration']],
    ['confguration', 'The configuration of it', ['configuration']],
    ['', 'anything', []],
    ['nothing', 'to see', []],
    ['src/options.go:1979:12', 'go up to the top option', []],
  ])('%s in “%s”', (query, text, marked) => {
    expect(read(query, text)).toEqual(marked);
  });
});
