import { expect, it } from 'vitest';
import { createScriptBlobUrl, isOwnScriptUrl } from '../../../src/lib/script-policy.ts';

const page = 'https://quire.example/app/';

it.each(['./assets/a.js', '/app/b.js', 'https://quire.example/c.js'])('trusts our own script %s', (url) => {
  expect(isOwnScriptUrl(url, page)).toBe(true);
});

it.each([
  'https://elsewhere.example/a.js',
  '//elsewhere.example/a.js',
  'http://quire.example/a.js',
  'data:text/javascript,1',
  'javascript:alert(1)',
  'blob:https://quire.example/5f0c4a3e-0000-4000-8000-000000000000',
])('refuses %s', (url) => {
  expect(isOwnScriptUrl(url, page)).toBe(false);
});

it('trusts blobs it made itself', () => {
  expect(isOwnScriptUrl(createScriptBlobUrl('postMessage(1)'), page)).toBe(true);
});
