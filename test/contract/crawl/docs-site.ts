import type { FakeRoute } from '../../support/fake-site.ts';
import { markdown, page } from '../../support/fake-site.ts';

/** Pages that link to a few others: listed, only linked, as Markdown, redirected, folded, missing, with tracking parameters. */
export function docsSite(count: number): Record<string, FakeRoute> {
  const at = (i: number) => `/s${i % 5}/p${i}`;
  const routes: Record<string, FakeRoute> = { '/robots.txt': { status: 404 } };
  for (let i = 0; i < count; i++) {
    const links = [at((i * 3 + 1) % count), `${at((i + 1) % count)}?utm_source=p${i % 4}`];
    if (i % 6 === 0) links.push(`/old/${i}`, `/print/${i}`, `/gone/${i}`);
    routes[at(i)] = page(`Page ${i}`, links);
    // The parameter marks, in the server's count, the requests that followed a redirect.
    routes[`/old/${i}`] = { location: `${at(i)}?utm_source=old` };
    routes[`${at(i)}?utm_source=old`] = routes[at(i)] as FakeRoute;
    routes[`/print/${i}`] = withCanonical(page(`Print ${i}`, []), i % 12 === 0 ? `/nowhere/${i}` : at(i));
    if (i % 3 === 0)
      routes[`${at(i)}.md`] = markdown(`# Page ${i}\n\nMarkdown of ${i}, [next](${at((i + 1) % count)}).\n`);
  }
  routes['/'] = page(
    'Home',
    Array.from({ length: 5 }, (_, i) => at(i)),
  );
  const listed = Array.from({ length: 6 }, (_, i) => `- [Page ${i * 3}](${at(i * 3)})`);
  routes['/llms.txt'] = { type: 'text/plain', body: `# Docs\n\n## Docs\n\n${listed.join('\n')}\n` };
  return routes;
}

export function withCanonical(html: string, href: string): string {
  return html.replace('</title>', `</title><link rel="canonical" href="${href}">`);
}
