import { useSyncExternalStore } from 'react';
import { formatBytes, formatClock } from '../format.ts';
import { useApp } from '../state/context.ts';
import { toVisibleName } from '../visible-text.ts';
import { words } from '../words.ts';

const SHOWN = 500;

export function RequestList() {
  const { requests } = useApp().connection;
  // The count is the snapshot: the list itself may be a new array each time.
  useSyncExternalStore(
    (listener) => requests.subscribe(listener),
    () => requests.list().length,
  );
  const rows = requests.list().slice(-SHOWN).reverse();
  const { requestColumns: columns } = words.status;
  return (
    <div className="dialog-body">
      <p>{requests.count === 0 ? words.status.requestsNone : words.count.requests(requests.count)}</p>
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <section className="table-scroll" tabIndex={0} aria-label={words.status.requestsTitle}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{columns.time}</th>
                <th scope="col">{columns.url}</th>
                <th scope="col">{columns.status}</th>
                <th scope="col">{columns.bytes}</th>
                <th scope="col">{columns.reason}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows only ever come in front
                <tr key={rows.length - i}>
                  <td className="num">{formatClock(row.time)}</td>
                  <td className="mono name">{toVisibleName(row.url)}</td>
                  <td className="num">{row.status || '–'}</td>
                  <td className="num">{formatBytes(row.bytes)}</td>
                  <td>{row.reason === 'app' ? words.status.own : toVisibleName(row.reason)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}
