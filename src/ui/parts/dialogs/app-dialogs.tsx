import { useSyncExternalStore } from 'react';
import type { RequestRow } from '../../../model/page/request-log.ts';
import * as dialogCss from '../../kit/dialog.module.css';
import { Ask, Dialog } from '../../kit/dialog.tsx';
import { usePreference } from '../../kit/hooks.ts';
import * as look from '../../kit/look.module.css';
import { TableHead } from '../../kit/table-head.tsx';
import type { DialogProps } from '../../state/app-state.ts';
import { useApp } from '../../state/context.ts';
import { formatBytes, formatClock, formatCount } from '../../text/format.ts';
import { toVisibleName } from '../../text/visible-text.ts';
import { readerWords } from '../../words/search.ts';
import { shortcutsWords } from '../../words/ways-in.ts';
import { words } from '../../words/words.ts';
import * as css from './dialogs.module.css';

export function LeaveDialog({ dialog: { url }, onClose }: DialogProps<'leave'>) {
  const open = () => void window.open(url, '_blank', 'noopener,noreferrer');
  return (
    <Ask title={readerWords.leaveTitle} confirm={readerWords.leaveConfirm} onConfirm={open} onClose={onClose}>
      <p>{readerWords.leaveText}</p>
      <p className={`${look.mono} ${look.name}`}>{toVisibleName(url)}</p>
    </Ask>
  );
}

export function ShortcutDialog({ onClose }: Pick<DialogProps<'shortcuts'>, 'onClose'>) {
  const [singleKeys] = usePreference('singleKeys');
  return (
    <Dialog title={shortcutsWords.title} onClose={onClose}>
      <div className={dialogCss.body}>
        {!singleKeys && <p className={look.notice}>{shortcutsWords.off}</p>}
        <dl className={css.shortcutList}>
          {shortcutsWords.rows.map(([keys, meaning]) => (
            <div key={keys} style={{ display: 'contents' }}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}

const SHOWN = 500;

/** Lists requests to other hosts first, then those for the app's own files. */
export function RequestDialog({ onClose }: Pick<DialogProps<'requests'>, 'onClose'>) {
  const { requests } = useApp().connection;
  const rows = useSyncExternalStore(requests.subscribe, requests.list);
  // The browser requests the icon on every navigation; it is listed once.
  const own = [...new Map(rows.filter((row) => row.reason === 'app').map((row) => [row.url, row])).values()];
  const others = rows.filter((row) => row.reason !== 'app');
  return (
    <Dialog title={words.status.requests} className={dialogCss.wide} onClose={onClose}>
      <div className={dialogCss.body}>
        <p>{requests.count === 0 ? words.status.requestsNone : words.count.requests(requests.count)}</p>
        {others.length > 0 && <RequestTable rows={others} label={words.status.requests} />}
        {own.length > 0 && (
          <details className={look.stack} open={others.length === 0}>
            <summary>{words.status.ownCount(formatCount(own.length))}</summary>
            <RequestTable rows={own} label={words.status.own} />
          </details>
        )}
      </div>
    </Dialog>
  );
}

function RequestTable({ rows, label }: { readonly rows: readonly RequestRow[]; readonly label: string }) {
  const shown = rows.slice(-SHOWN).reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={look.tableScroll} tabIndex={0} aria-label={label}>
      <table className={`${look.table} ${css.requests}`}>
        <TableHead columns={Object.values(words.status.requestColumns)} />
        <tbody>
          {shown.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows only ever come in front
            <tr key={shown.length - i}>
              <td className={look.num}>{formatClock(row.time)}</td>
              <td className={`${look.mono} ${look.name}`}>{toVisibleName(toShownUrl(row))}</td>
              <td className={look.num}>{row.status || '–'}</td>
              <td className={look.num}>{formatBytes(row.bytes)}</td>
              <td className={look.num}>{formatCount(row.ms)}</td>
              <td>{row.reason === 'app' ? words.status.ownReason : toVisibleName(row.reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function toShownUrl({ url, reason }: RequestRow): string {
  return reason === 'app' && url.startsWith(location.origin) ? url.slice(location.origin.length) : url;
}
