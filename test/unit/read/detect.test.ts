import { describe, expect, it } from 'vitest';
import { detect } from '../../../src/read/detect.ts';

describe('kinds', () => {
  it.each([
    ['README.md', 'markdown', '', 'kernel'],
    ['a/B.MDX', 'markdown', '', 'kernel'],
    ['llms.txt', 'markdown', '', 'kernel'],
    ['docs/LLMS-full.TXT', 'markdown', '', 'kernel'],
    ['myllms.txt', 'text', '', 'kernel'],
    ['package.json', 'json', '', 'kernel'],
    ['a.ipynb', 'json', '', 'kernel'],
    ['a.ndjson', 'json', '', 'kernel'],
    ['index.HTM', 'html', '', 'html'],
    ['a.xhtml', 'html', '', 'html'],
    ['a.mjs', 'java_script', 'javascript', 'code'],
    ['a.d.ts', 'java_script', 'typescript', 'code'],
    ['a.tsx', 'java_script', 'tsx', 'code'],
    ['a.jsx', 'java_script', 'javascript', 'code'],
    ['a.py', 'code', 'python', 'code'],
    ['a.h', 'code', 'c', 'code'],
    ['a.hpp', 'code', 'cpp', 'code'],
    ['Gemfile', 'code', 'ruby', 'code'],
    ['.bashrc', 'code', 'bash', 'code'],
    ['style.css', 'code', 'css', 'code'],
    ['logo.SVG', 'image', '', 'kernel'],
    ['a.png', 'image', '', 'kernel'],
    ['Report.PDF', 'document', '', 'document'],
    ['a.b.docx', 'document', '', 'document'],
    ['docx', 'text', '', 'kernel'],
    ['a.docx.txt', 'text', '', 'kernel'],
    ['Makefile', 'text', '', 'text'],
    ['Makefile.am', 'text', '', 'text'],
    ['docs/Index.RST', 'text', '', 'text'],
    ['.env.local', 'text', '', 'text'],
    ['a.dockerfile', 'text', '', 'text'],
    ['Cargo.lock', 'text', '', 'text'],
    ['yarn.lock', 'text', '', 'kernel'],
    ['a.txt', 'text', '', 'kernel'],
    ['a.kt', 'text', '', 'kernel'],
    ['py', 'text', '', 'kernel'],
    ['a.', 'text', '', 'kernel'],
    ['.md', 'markdown', '', 'kernel'],
    ['dir.md/file', 'text', '', 'kernel'],
  ])('%s is %s', (path, kind, language, reader) => {
    expect(detect(path)).toEqual({ kind, language, reader });
  });
});
