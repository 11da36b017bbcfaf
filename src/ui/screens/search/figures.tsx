import type { CollectionStats } from '../../../model/collection.ts';
import { formatBytes, formatCompact, formatCount } from '../../text/format.ts';

/** What one collection, or several, hold. */
export function Figures({ stats }: { readonly stats: readonly CollectionStats[] }) {
  const sum = (of: (one: CollectionStats) => number): number => stats.reduce((total, one) => total + of(one), 0);
  const files = sum(({ total_files }) => total_files);
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
    <dl className="figures">
      {rows.map(([name, exact, text]) => (
        <div key={name} title={formatCount(exact)}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
