import { Button } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { TableHead } from '../../kit/table-head.tsx';
import { toKindColour } from '../../parts/controls/kind-badge.tsx';
import { formatCount, formatPercent } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import { findMainKind, listLargest, type TreeNode } from './build-tree.ts';
import * as css from './tree-map.module.css';

interface Props {
  readonly here: TreeNode;
  readonly onGo: (node: TreeNode) => void;
}

/** Longest list a reader can scan. */
const MAX_ROWS = 200;

/** The map as numbers: the contents of a folder, largest first. */
export function MapTable({ here, onGo }: Props) {
  const all = listLargest(here);
  const rows = all.slice(0, MAX_ROWS);
  return (
    <div className={css.table}>
      <table className={look.table} aria-label={words.files.mapTable}>
        <TableHead columns={words.files.mapColumns} numbers={2} />
        <tbody>
          {rows.map((node) => {
            const kind = findMainKind(node);
            const kindName = words.search.kinds[kind] ?? kind;
            return (
              <tr key={node.path}>
                <th scope="row">
                  <Button look="link" className={look.name} onClick={() => onGo(node)}>
                    {toShortName(node.name, 120)}
                    {node.file === undefined && '/'}
                  </Button>
                </th>
                <td>
                  <span className={css.key} style={toKindColour(kind)}>
                    {node.file === undefined ? words.files.folderOf(kindName) : kindName}
                  </span>
                </td>
                <td className={look.num}>{formatCount(node.tokens)}</td>
                <td className={look.num}>{formatPercent(node.tokens / here.tokens)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {all.length > rows.length && <p className={look.note}>{words.files.mapRest(all.length - rows.length)}</p>}
    </div>
  );
}
