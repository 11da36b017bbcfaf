import { useEffect } from 'react';
import type { RequestRow } from '../../../model/page/request-log.ts';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { type Bar, BarList } from '../../parts/charts/bar-list.tsx';
import { MoreMenu } from '../../parts/controls/more-menu.tsx';
import { Place } from '../../parts/shell/place.tsx';
import { copyText } from '../../state/actions/copy-text.ts';
import { newJobId } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';
import { formatCompact, formatCount } from '../../text/format.ts';
import { toVisibleName } from '../../text/visible-text.ts';
import { diagnosticsWords } from '../../words/diagnostics.ts';
import { words } from '../../words/words.ts';
import * as css from './diagnostics.module.css';
import { groupFigures } from './figure-groups.ts';
import { askPolicy, type Figures, type Reading, readFigures, toLines } from './read-figures.ts';

/** Runtime figures. The copied text contains no names and no content, so it can be sent to anyone. */
export function Diagnostics() {
  const app = useApp();
  const collection = useCurrentCollection();
  const collectionId = collection?.id;
  const reading = useReading(collectionId);
  const verify = async () => {
    if (collectionId === undefined) return;
    const { damaged, repaired } = await app.connection.engine.verify(collectionId, newJobId());
    app.state.toasts.show(diagnosticsWords.verified(damaged.length, repaired.length), {
      tone: damaged.length === 0 ? 'ok' : 'bad',
    });
  };
  if (reading === undefined) return <p className="loading">{words.common.loading}</p>;
  const { figures, tokensByKind } = reading;
  return (
    <Place
      title={words.places.diagnostics}
      intro={diagnosticsWords.intro}
      actions={
        <div className={look.row}>
          <Button
            label={diagnosticsWords.copyJson}
            onClick={() => void copyText(app, JSON.stringify(figures, null, 2), words.common.copied)}
          />
          <MoreMenu
            label={diagnosticsWords.more}
            entries={[
              {
                name: diagnosticsWords.copyLines,
                onAction: () => void copyText(app, toLines(figures), words.common.copied),
              },
              {
                name: diagnosticsWords.verify,
                isDisabled: collectionId === undefined,
                onAction: () => void verify().catch(app.state.report),
              },
            ]}
          />
        </div>
      }
    >
      <Plots
        title={diagnosticsWords.tokensByKind}
        bars={Object.entries(tokensByKind).map(([kind, tokens]) => ({
          key: kind,
          name: words.search.kinds[kind] ?? kind,
          value: tokens,
          text: `~${formatCompact(tokens)}`,
          kind,
        }))}
      />
      <Plots title={diagnosticsWords.requestsByHost} bars={toHostBars(app.connection.requests.list())} />
      <FigureTable figures={figures} />
    </Place>
  );
}

function Plots({ title, bars }: { readonly title: string; readonly bars: readonly Bar[] }) {
  if (bars.length === 0) return null;
  return (
    <Card title={title}>
      <BarList label={title} bars={bars} />
    </Card>
  );
}

function FigureTable({ figures }: { readonly figures: Figures }) {
  return (
    <div className={look.tableScroll}>
      <table className={`${look.table} ${css.groups}`} aria-label={diagnosticsWords.table}>
        {[...groupFigures(figures)].map(([name, rows]) => (
          <tbody key={name}>
            <tr>
              <th scope="rowgroup" colSpan={2}>
                {diagnosticsWords.groups[name]}
              </th>
            </tr>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">{row.name}</th>
                <td className={`${look.name} ${look.num}`} title={row.exact}>
                  {row.text}
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

const EVERY_MS = 2_000;

/** Refreshes the figures while the screen is open. */
function useReading(collectionId: string | undefined): Reading | undefined {
  const app = useApp();
  const { value: policy } = useLoaded(askPolicy, []);
  const { value, reload } = useLoaded(
    () => (policy === undefined ? undefined : readFigures(app, collectionId, policy)),
    [app, collectionId, policy],
  );
  useEffect(() => {
    if (value === undefined) return;
    const timer = setTimeout(reload, EVERY_MS);
    return () => clearTimeout(timer);
  }, [value, reload]);
  return value;
}

const MAX_HOSTS = 20;

/** Counts requests other than those for the app's own files. */
function toHostBars(rows: readonly RequestRow[]): readonly Bar[] {
  const counts = new Map<string, number>();
  for (const { url, reason } of rows) {
    if (reason === 'app' || !URL.canParse(url)) continue;
    const { host } = new URL(url);
    counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_HOSTS)
    .map(([host, value]) => ({ key: host, name: toVisibleName(host), value, text: formatCount(value) }));
}
