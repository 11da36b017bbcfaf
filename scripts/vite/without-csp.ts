import type { Plugin } from 'vite';

/** The dev server works with inline scripts and a socket, which the page's policy forbids: `npm run dev` goes without it. */
export function withoutCsp(): Plugin {
  return {
    name: 'quire-without-csp',
    apply: 'serve',
    transformIndexHtml: (html) => html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ''),
  };
}
