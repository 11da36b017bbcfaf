/** Addresses that open a file in an editor; `{path}` is the file's whole path, `{line}` its line. */
export const EDITORS: Readonly<Record<string, string>> = {
  'VS Code': 'vscode://file/{path}:{line}',
  VSCodium: 'vscodium://file/{path}:{line}',
  Cursor: 'cursor://file/{path}:{line}',
  Zed: 'zed://file/{path}:{line}',
  'IntelliJ IDEA': 'idea://open?file={path}&line={line}',
  PyCharm: 'pycharm://open?file={path}&line={line}',
  WebStorm: 'webstorm://open?file={path}&line={line}',
};

/** Schemes that a browser opens itself: an address with one would leave the page or run in it. */
const OWN_SCHEMES = /^(?:https?|file|javascript|data|blob|about|vbscript|view-source|ftp|wss?):/i;

/** Whether a template opens another program with a path. */
export function isEditorTemplate(template: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(template) && !OWN_SCHEMES.test(template) && template.includes('{path}');
}

/** Whether a folder is named from the root of a disk: `/home/me/acme`, `C:\work\acme`. */
export function isWholePath(folder: string): boolean {
  return /^(?:\/|[a-z]:[\\/]|\\\\)/i.test(folder.trim());
}

interface Place {
  readonly template: string;
  readonly folder: string;
  /** Path below the folder, and its line. */
  readonly path: string;
  readonly line: number;
}

/** Returns the address of a line in an editor; undefined for a template, folder or path that can't be opened. */
export function toEditorUrl({ template, folder, path, line }: Place): string | undefined {
  if (!isEditorTemplate(template) || !isWholePath(folder) || path.split('/').includes('..')) return undefined;
  const base = folder.trim().replaceAll('\\', '/').replace(/\/+$/, '');
  const whole = `${base}/${path}`
    .split('/')
    .map((part, i) => (i === 0 && /^[a-z]:$/i.test(part) ? part : encodeURIComponent(part)))
    .join('/');
  // The templates have the slash before a path.
  const isAfterSlash = template.includes('/{path}');
  return template
    .replace('{path}', () => (isAfterSlash ? whole.replace(/^\//, '') : whole))
    .replace('{line}', `${line}`);
}
