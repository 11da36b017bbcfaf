import { LIMITS } from '../../../model/limits.ts';
import { useApp } from '../../state/context.ts';
import { formatBytes } from '../../text/format.ts';
import { exportWords } from '../../words/export.ts';
import { ExportCard } from './export-card.tsx';
import { useExport } from './use-export.ts';

/** Size of the app in a page. The collection takes about as many bytes as its text: compressed, with its index, as base64. */
const APP_BYTES = 800_000;

/** Makes one HTML file with the app and the collection. */
export function PageCard() {
  const { engine, readApp } = useApp().connection;
  const { collection, facts, run } = useExport();
  const textBytes = facts?.bytes ?? collection.stats.total_bytes;
  const isTooLarge = textBytes > LIMITS.pageTextBytes;
  const make = () =>
    run(async (options) => {
      const { site = {} } = await engine.readChoices(collection.id);
      return engine.publish({ ...options, form: 'page', site, app: await readApp() });
    });
  return (
    <ExportCard
      title={exportWords.page}
      text={isTooLarge ? exportWords.pageTooLarge : exportWords.pageText(formatBytes(APP_BYTES + textBytes))}
      actionName={exportWords.downloads.page}
      disabled={isTooLarge}
      onAction={() => void make()}
    />
  );
}
