import type { Warning } from '../../../model/warning.ts';
import { Button } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { VirtualList } from '../../parts/controls/virtual-list.tsx';
import { formatCount } from '../../text/format.ts';
import { toVisibleName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import * as css from './tree.module.css';

interface Props {
  readonly warnings: readonly Warning[];
  readonly none: string;
  readonly canOpen: (path: string) => boolean;
  readonly onOpen: (path: string) => void;
}

/** Parts of imported files that were refused or truncated: path, reason, limit and actual value. */
export function WarningList({ warnings, none, canOpen, onOpen }: Props) {
  if (warnings.length === 0) return <p className="loading">{none}</p>;
  return (
    <VirtualList
      className={css.scroll}
      count={warnings.length}
      rowHeight={56}
      label={words.files.warnings}
      renderRow={(i) => {
        const warning = warnings[i];
        if (warning === undefined) return null;
        return <WarningRow warning={warning} {...(canOpen(warning.path) ? { onOpen } : {})} />;
      }}
    />
  );
}

function WarningRow({ warning, onOpen }: { readonly warning: Warning; readonly onOpen?: (path: string) => void }) {
  const { path, line, code, message, limit, actual } = warning;
  const name = <MiddleText text={line === undefined ? path : `${path}:${line}`} max={80} tail={24} />;
  const figures =
    limit === undefined || actual === undefined
      ? ''
      : ` (${words.files.limitActual(formatCount(actual), formatCount(limit))})`;
  return (
    <div className={look.stack} style={{ gap: 0, padding: '6px 8px' }}>
      {onOpen ? (
        <Button look="link" className={`${look.mono} ${look.row}`} onClick={() => onOpen(path)}>
          {name}
        </Button>
      ) : (
        <span className={`${look.mono} ${look.row}`}>{name}</span>
      )}
      <span className={look.note}>
        {code}: {toVisibleName(message).slice(0, 300)}
        {figures}
      </span>
    </div>
  );
}
