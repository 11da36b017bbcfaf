import { useState, useSyncExternalStore } from 'react';
import type { RequestRow } from '../../../model/page/request-log.ts';
import { Button } from '../../kit/button.tsx';
import * as dialogCss from '../../kit/dialog.module.css';
import { Ask, Dialog } from '../../kit/dialog.tsx';
import { usePreference } from '../../kit/hooks.ts';
import * as look from '../../kit/look.module.css';
import { TableHead } from '../../kit/table-head.tsx';
import type { DialogProps } from '../../state/app-state.ts';
import { useApp, usePwa } from '../../state/context.ts';
import { formatBytes, formatClock, formatCount } from '../../text/format.ts';
import { listMissing } from '../../text/list-missing.ts';
import { toVisibleName } from '../../text/visible-text.ts';
import { readerWords } from '../../words/search.ts';
import { statusWords } from '../../words/status.ts';
import { shortcutsWords } from '../../words/ways-in.ts';
import { words } from '../../words/words.ts';
import { ProgressBar } from '../controls/progress-bar.tsx';
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

/** Says whether the app works offline, and lists its requests, to other hosts first. */
export function StatusDialog({ onClose }: Pick<DialogProps<'status'>, 'onClose'>) {
  const { requests } = useApp().connection;
  const rows = useSyncExternalStore(requests.subscribe, requests.list);
  // The browser requests the icon on every navigation; it is listed once.
  const own = [...new Map(rows.filter((row) => row.reason === 'app').map((row) => [row.url, row])).values()];
  const others = rows.filter((row) => row.reason !== 'app');
  return (
    <Dialog title={words.status.label} className={dialogCss.wide} onClose={onClose}>
      <div className={dialogCss.body}>
        <p>{statusWords.device}</p>
        <OfflineStatus />
        <h2>{words.status.requests}</h2>
        <p>{requests.count === 0 ? statusWords.requestsNone : words.count.requests(requests.count)}</p>
        {others.length > 0 && <RequestTable rows={others} label={words.status.requests} />}
        {own.length > 0 && (
          <details className={look.stack}>
            <summary>{statusWords.ownCount(formatCount(own.length))}</summary>
            <RequestTable rows={own} label={statusWords.own} />
          </details>
        )}
      </div>
    </Dialog>
  );
}

/** Says what works without a network and what does not yet. */
export function OfflineStatus() {
  const { pwa } = useApp().connection;
  const { offlineReady, later } = usePwa();
  const [isAsked, setAsked] = useState(false);
  const { missing, total } = later ?? { missing: [], total: 0 };
  const keep = () => {
    setAsked(true);
    pwa.keepEverything();
  };
  const { offlineNot, offlineAll, offlinePart } = statusWords;
  return (
    <>
      <p className={look.soft} role="status">
        {!offlineReady || later === undefined
          ? offlineNot
          : missing.length === 0
            ? offlineAll
            : offlinePart(listMissing(missing))}
      </p>
      {missing.length > 0 && (
        <div className={look.row}>
          <Button
            label={statusWords.keepAll(formatBytes(missing.reduce((sum, { bytes }) => sum + bytes, 0)))}
            disabled={isAsked}
            onClick={keep}
          />
          {isAsked && <span className={look.hint}>{statusWords.keeping(total - missing.length, total)}</span>}
        </div>
      )}
      {isAsked && missing.length > 0 && (
        <ProgressBar label={statusWords.offline} value={total - missing.length} max={total} />
      )}
    </>
  );
}

function RequestTable({ rows, label }: { readonly rows: readonly RequestRow[]; readonly label: string }) {
  const shown = rows.slice(-SHOWN).reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={look.tableScroll} tabIndex={0} aria-label={label}>
      <table className={`${look.table} ${css.requests}`}>
        <TableHead columns={Object.values(statusWords.requestColumns)} />
        <tbody>
          {shown.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows only ever come in front
            <tr key={shown.length - i}>
              <td className={look.num}>{formatClock(row.time)}</td>
              <td className={`${look.mono} ${look.name}`}>{toVisibleName(toShownUrl(row))}</td>
              <td className={look.num}>{row.status || '–'}</td>
              <td className={look.num}>{formatBytes(row.bytes)}</td>
              <td className={look.num}>{formatCount(row.ms)}</td>
              <td>{row.reason === 'app' ? statusWords.ownReason : toVisibleName(row.reason)}</td>
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
