import { type CollectionStats, countFiles } from '../../../model/collection.ts';
import { formatBytes, formatCompact, formatCount } from '../../text/format.ts';
import * as css from './overview.module.css';

/** Total figures of one collection, or of several. */
export function Figures({ stats }: { readonly stats: readonly CollectionStats[] }) {
  const sum = (toFigure: (one: CollectionStats) => number): number =>
    stats.reduce((total, one) => total + toFigure(one), 0);
  const files = sum(countFiles);
  const chunks = sum(({ total_chunks }) => total_chunks);
  const tokens = sum(({ total_tokens }) => total_tokens);
  const bytes = sum(({ total_bytes }) => total_bytes);
  const rows = [
    ['files', files, formatCompact(files)],
    ['chunks', chunks, formatCompact(chunks)],
    ['tokens, estimated', tokens, `~${formatCompact(tokens)}`],
    ['size', bytes, formatBytes(bytes)],
  ] as const;
  return (
    <dl className={css.figures}>
      {rows.map(([name, exact, text]) => (
        <div key={name} title={formatCount(exact)}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
