import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listLicences, makeLicencePage, makeNotice } from '../../../scripts/list-licences.mjs';
import { libraryRules } from '../../support/import-rules.ts';

const ACCEPTED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense'];
const licences = listLicences();

describe('licences', () => {
  it('are known and accepted for every package that the app needs', () => {
    const names = licences.map(({ name }) => name);
    expect(Object.keys(libraryRules).filter((name) => !names.includes(name))).toEqual([]);
    expect(licences.filter(({ licence }) => !ACCEPTED.includes(licence))).toEqual([]);
  });

  it('are listed in docs/licences.md (written by `node scripts/list-licences.mjs`)', () => {
    expect(readFileSync('docs/licences.md', 'utf8')).toBe(makeLicencePage());
  });

  it('name what pdf.js brings along', () => {
    expect(readFileSync('docs/licences.md', 'utf8')).toMatch(
      /^\| core-js \| MIT \|.* Version 3\.\d+\.\d+\. Copyright .+Denis/m,
    );
  });

  it('stand in the notice with their texts, each once', () => {
    const notice = makeNotice();
    const lacking = licences.filter(
      ({ name, version, text }) => !notice.includes(`\n${name} ${version} (`) || !notice.includes(text),
    );
    expect(lacking.map(({ name }) => name)).toEqual([]);
    expect(notice.split('TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION').length - 1).toBeLessThan(8);
  });
});
