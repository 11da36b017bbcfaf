import { Fragment, memo, type ReactNode, Suspense, useMemo } from 'react';
import { rstToMarkdown } from '../../../../markdown/rst-to-markdown.ts';
import { loadLater } from '../../../kit/use-loaded.ts';
import { readerWords } from '../../../words/search.ts';
import { useColours } from '../colours.ts';
import { findText } from '../find.tsx';
import { parseDocument } from './document-blocks.ts';
import { FormulaSource } from './formula-source.tsx';
import type { DocumentLayout } from './layout.ts';
import { MarkedRuns, useMarkInView } from './marked-runs.tsx';
import { type Block, type Inline, parseProse } from './prose-blocks.ts';
import * as css from './views.module.css';

/** Offline it may not be here: the source can be read as well. */
const Formula = loadLater(() => import('./formula.tsx').catch(() => ({ Formula: FormulaSource })), 'Formula');

interface Props {
  readonly text: string;
  readonly startLine: number;
  /** Of the file. */
  readonly path: string;
  /** Set for the extracted text of a document; other texts are Markdown. */
  readonly layout?: DocumentLayout;
  /** First row of the sheet, if the text does not contain it. */
  readonly header?: string;
  /** Set for reStructuredText: levels of headings by line. */
  readonly levels?: ReadonlyMap<number, number>;
  /** Words to mark, as written in the text. */
  readonly marks: RegExp | undefined;
  readonly renderLink: (href: string, children: ReactNode) => ReactNode;
  readonly renderImage: (src: string, alt: string) => ReactNode;
  /** Renders the pictures after the name of a slide. */
  readonly renderPlace?: ((address: string) => ReactNode) | undefined;
}

/** Prose with typography. Every element is made here from a parsed tree, and every word is a text node. */
export const ChunkProse = memo(function ChunkProse({ text, startLine, path, layout, header, levels, ...draw }: Props) {
  const blocks = useMemo(() => {
    if (layout !== undefined) return parseDocument(text, startLine, layout, header);
    const markdown = levels === undefined ? text : rstToMarkdown(text, (line) => levels.get(startLine + line));
    return parseProse(markdown, startLine, path);
  }, [text, startLine, path, layout, header, levels]);
  return (
    <div className={css.prose}>
      <Blocks blocks={blocks} draw={draw} />
    </div>
  );
});

type Draw = Pick<Props, 'marks' | 'renderLink' | 'renderImage' | 'renderPlace'>;

function Blocks({ blocks, draw }: { readonly blocks: readonly Block[]; readonly draw: Draw }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never move
  return blocks.map((block, i) => <BlockView key={i} block={block} draw={draw} />);
}

function BlockView({ block, draw }: { readonly block: Block; readonly draw: Draw }) {
  const { line } = block;
  switch (block.type) {
    case 'heading':
      // One level for all headings: which headings precede one depends on what is scrolled into view.
      return (
        <h3 data-level={block.level} data-n={line}>
          <Inlines inline={block.inline} draw={draw} />
        </h3>
      );
    case 'code':
      return <CodeView block={block} draw={draw} />;
    case 'rule':
      return <hr data-n={line} />;
    case 'quote':
      return (
        <blockquote data-n={line} data-callout={block.callout}>
          <Blocks blocks={block.blocks} draw={draw} />
        </blockquote>
      );
    case 'list':
      return <ListView block={block} draw={draw} />;
    case 'table':
      return <TableView block={block} draw={draw} />;
    case 'place':
      return (
        <>
          <p className={css.place} data-n={line}>
            {block.text}
          </p>
          {draw.renderPlace?.(block.text)}
        </>
      );
    case 'items':
      return <ItemsView block={block} draw={draw} />;
    default:
      return (
        <p data-n={line}>
          <Inlines inline={block.inline} draw={draw} />
        </p>
      );
  }
}

function CodeView({ block, draw }: { readonly block: Block & { type: 'code' }; readonly draw: Draw }) {
  const colours = useColours(block.language, block.text);
  const ranges = findText(block.text, draw.marks);
  const pre = useMarkInView<HTMLPreElement>(ranges);
  const code = (
    <pre ref={pre} className={css.codeBlock} data-n={block.line} translate="no">
      <MarkedRuns text={block.text} ranges={ranges} colours={colours} />
    </pre>
  );
  if (block.language?.toLowerCase() !== 'mermaid') return code;
  return (
    <figure className={css.diagram}>
      {code}
      <figcaption>{readerWords.diagram}</figcaption>
    </figure>
  );
}

function ListView({ block, draw }: { readonly block: Block & { type: 'list' }; readonly draw: Draw }) {
  const items = block.items.map((blocks, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the items of a list never move
    <li key={i} data-n={blocks[0]?.line ?? block.line}>
      <Blocks blocks={blocks} draw={draw} />
    </li>
  ));
  return block.start === undefined ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
}

function ItemsView({ block, draw }: { readonly block: Block & { type: 'items' }; readonly draw: Draw }) {
  return (
    <ul className={css.ownMarkers}>
      {block.items.map(({ depth, inline, line }) => (
        <li key={line} data-n={line} style={{ marginInlineStart: `${depth * 20}px` }}>
          <Inlines inline={inline} draw={draw} />
        </li>
      ))}
    </ul>
  );
}

function TableView({ block, draw }: { readonly block: Block & { type: 'table' }; readonly draw: Draw }) {
  const toCells = (cells: readonly (readonly Inline[])[], Cell: 'th' | 'td') =>
    cells.map((inline, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a table never move
      <Cell key={i} {...(Cell === 'th' ? { scope: 'col' } : {})}>
        <Inlines inline={inline} draw={draw} />
      </Cell>
    ));
  return (
    <div className={css.table} data-n={block.line}>
      <table>
        <thead>
          <tr>
            {block.numbers && <td className={css.rowNumber}>{block.numbers.head}</td>}
            {toCells(block.head, 'th')}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((cells, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a table never move
            <tr key={i} data-n={block.numbers?.rows[i]?.line}>
              {block.numbers && (
                <th scope="row" className={css.rowNumber}>
                  {block.numbers.rows[i]?.number}
                </th>
              )}
              {toCells(cells, 'td')}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Inlines({ inline, draw }: { readonly inline: readonly Inline[]; readonly draw: Draw }) {
  return inline.map((part, i) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
    return <Fragment key={i}>{toElement(part, draw)}</Fragment>;
  });
}

function toElement(part: Inline, draw: Draw): ReactNode {
  switch (part.type) {
    case 'text':
      return <Marked text={part.text} draw={draw} />;
    case 'code':
      return (
        <code translate="no">
          <Marked text={part.text} draw={draw} />
        </code>
      );
    case 'break':
      return <br />;
    case 'math': {
      const { text, tex, isDisplay } = part;
      const formula = (
        <Suspense fallback={<FormulaSource text={text} />}>
          <Formula text={text} tex={tex} isDisplay={isDisplay} />
        </Suspense>
      );
      return findText(text, draw.marks).length > 0 ? <mark>{formula}</mark> : formula;
    }
    case 'image':
      return draw.renderImage(part.src, part.alt);
    default: {
      const inside = <Inlines inline={part.inline} draw={draw} />;
      if (part.type === 'link') return draw.renderLink(part.href, inside);
      if (part.type === 'strong') return <strong>{inside}</strong>;
      // `mark` elements are matches, to which the reader scrolls.
      if (part.type === 'marked') return <span className={css.highlight}>{inside}</span>;
      return part.type === 'emphasis' ? <em>{inside}</em> : <del>{inside}</del>;
    }
  }
}

function Marked({ text, draw }: { readonly text: string; readonly draw: Draw }) {
  return <MarkedRuns text={text} ranges={findText(text, draw.marks)} />;
}
