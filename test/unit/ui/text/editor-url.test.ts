import { describe, expect, it } from 'vitest';
import { EDITORS, isEditorTemplate, isWholePath, toEditorUrl } from '../../../../src/ui/text/editor-url.ts';

const at = (template: string, folder: string, path = 'src/a b.ts', line = 7) =>
  toEditorUrl({ template, folder, path, line });

describe('an address for an editor', () => {
  it('names path and line in the form of each editor, with other characters escaped', () => {
    expect(at(EDITORS['VS Code'] as string, '/home/me/acme/')).toBe('vscode://file/home/me/acme/src/a%20b.ts:7');
    expect(at(EDITORS['VS Code'] as string, 'C:\\code\\acme')).toBe('vscode://file/C:/code/acme/src/a%20b.ts:7');
    expect(at(EDITORS['IntelliJ IDEA'] as string, '/acme', 'a&line=9#b.md')).toBe(
      'idea://open?file=/acme/a%26line%3D9%23b.md&line=7',
    );
    expect(at('mine:{path}', '/acme', 'a$&b.md')).toBe('mine:/acme/a%24%26b.md');
    for (const template of Object.values(EDITORS)) expect(URL.canParse(at(template, '/acme') ?? '')).toBe(true);
  });

  it('is refused for schemes of the browser, paths that leave the folder and folders without a root', () => {
    for (const scheme of ['javascript:', 'JavaScript:', 'https://x.test/', 'data:text/html,', 'file:///', 'blob:'])
      expect([scheme, isEditorTemplate(`${scheme}{path}`), at(`${scheme}{path}`, '/acme')]).toEqual([
        ...[scheme, false, undefined],
      ]);
    expect(isEditorTemplate('mine://open')).toBe(false);
    expect(at('mine:{path}', '/acme', '../secret')).toBeUndefined();
    expect(['acme', './acme', ''].map(isWholePath)).toEqual([false, false, false]);
  });
});
