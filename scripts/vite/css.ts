import { basename } from 'node:path';
import type { CSSOptions, Plugin } from 'vite';
import { NARROW } from '../../src/ui/styles/media.ts';

/** A later layer wins over an earlier one. Every module repeats the list: the order of imports decides nothing. */
const LAYERS = 'base, kit, parts, screens';
const LAYER = /\/src\/ui\/(kit|parts|screens)\//;

/** `.title` of `hit-card.module.css` is `hit-card-title`. The app and the single page, which have one stylesheet, are built separately: names depend on nothing else. */
export const css: CSSOptions = {
  modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}-${name}` },
  postcss: {
    plugins: [
      {
        postcssPlugin: 'quire-layers',
        Once(root, { atRule }) {
          root.walkAtRules('media', (rule) => {
            rule.params = rule.params.replace('(--narrow)', NARROW);
          });
          const layer = LAYER.exec(root.source?.input.file?.replaceAll('\\', '/') ?? '')?.[1];
          if (layer === undefined) return;
          const { nodes } = root;
          root.removeAll();
          root.append(atRule({ name: 'layer', params: LAYERS }), atRule({ name: 'layer', params: layer, nodes }));
        },
      },
    ],
  },
};

/** A module whose names are all written where they are used would leave the bundle, and its styles with it. */
export function keepStyles(): Plugin {
  return {
    name: 'quire-keep-styles',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\.module\.css$/ },
      handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
    },
  };
}
