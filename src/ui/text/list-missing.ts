const NAMES: readonly (readonly [RegExp, string])[] = [
  [/tree-sitter-([a-z-]+?)-[\w-]{8}\.wasm$/, ''],
  [/o200k/, 'exact token counts'],
  [/crawl/, 'sites'],
  [/kernel/, 'engine without WebAssembly'],
  [/tree-sitter/, 'structure of code'],
];

/** What files of the app are for, each once, in words. */
export function listMissing(files: readonly { readonly url: string }[]): readonly string[] {
  const names = files.map(({ url }) => {
    for (const [pattern, name] of NAMES) {
      const match = pattern.exec(url);
      if (match !== null) return name || (match[1] as string);
    }
    return url.split('/').at(-1) ?? url;
  });
  return [...new Set(names)].sort();
}
