import { findRstLinks, findRstTitles, toRstText } from '../../markdown/rst.ts';
import { toName } from '../to-name.ts';
import type { Lines } from './lines.ts';
import { headingAt, type TextScan } from './text-scanner.ts';

/** Finds section titles and links. A title without text joins the next section. */
export function scanRst({ text }: Lines): TextScan {
  const { titles, title = '' } = findRstTitles(text.split('\n'));
  const cuts = titles.flatMap(({ line, endLine, level, raw }) => {
    const name = toName(toRstText(raw));
    return name === '' ? [] : headingAt(line, level, name, endLine);
  });
  return { cuts, links: findRstLinks(text), title: toName(toRstText(title)) || undefined };
}
