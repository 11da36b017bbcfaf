import type { Plugin } from 'vite';

/** The dev server uses inline scripts and a socket, which the page's policy forbids: `npm run dev` drops it. */
export function withoutCsp(): Plugin {
  return {
    name: 'quire-without-csp',
    apply: 'serve',
    transformIndexHtml: (html) => html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ''),
  };
}
