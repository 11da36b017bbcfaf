import { LIMITS } from '../../../model/limits.ts';
import { useSelectionFacts } from '../../parts/selection/use-selection-facts.ts';
import { useApp } from '../../state/context.ts';
import { formatBytes } from '../../text/format.ts';
import { exportWords } from '../../words/export.ts';
import { ExportCard, type ExportProps } from './export-card.tsx';
import { runExport, toExportScope } from './run-export.ts';

/** Size of the app in a page. The collection takes about as many bytes as its text: compressed, with its index, as base64. */
const APP_BYTES = 800_000;

/** Makes one HTML file with the app and the collection. */
export function PageCard({ collection, selection, isBusy, allowed }: ExportProps) {
  const app = useApp();
  const { facts } = useSelectionFacts(collection, selection);
  const textBytes = facts?.bytes ?? collection.stats.total_bytes;
  const isTooLarge = textBytes > LIMITS.pageTextBytes;
  const make = () =>
    runExport(app, collection.id, async (jobId) =>
      app.connection.engine.publish({
        collectionId: collection.id,
        jobId,
        form: 'page',
        ...toExportScope(selection, allowed),
        site: (await app.connection.engine.readChoices(collection.id)).site ?? {},
        app: await app.connection.readApp(),
      }),
    );
  return (
    <ExportCard
      title={exportWords.page}
      text={isTooLarge ? exportWords.pageTooLarge : exportWords.pageText(formatBytes(APP_BYTES + textBytes))}
      actionName={exportWords.downloads.page}
      isDisabled={isBusy || isTooLarge}
      onAction={() => void make()}
    />
  );
}
