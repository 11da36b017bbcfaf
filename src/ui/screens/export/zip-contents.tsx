import type { ArtifactName } from '../../../engine/contract.ts';
import { splitBulk } from '../../../lib/split-bulk.ts';
import { LIMITS } from '../../../model/limits.ts';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import * as look from '../../kit/look.module.css';
import { TableHead } from '../../kit/table-head.tsx';
import { saveBlob } from '../../state/actions/save-blob.ts';
import { useApp } from '../../state/context.ts';
import { formatCount } from '../../text/format.ts';
import { exportWords } from '../../words/export.ts';
import { words } from '../../words/words.ts';
import { useExport } from './use-export.ts';

export function ZipContents() {
  const { connection, state } = useApp();
  const { collection, facts, scope } = useExport();
  const save = (name: ArtifactName) =>
    void connection.engine
      .exportArtifact(collection.id, name, scope)
      .then((blob) => (name === 'bulk.ndjson' ? splitBulk(blob, LIMITS.bulkBytes) : [{ name, blob }]))
      .then((files) => files.map((file) => saveBlob(file.blob, `${collection.name}.${file.name}`)))
      .catch(state.report);
  return (
    <Card title={exportWords.contents}>
      <div className={look.tableScroll}>
        <table className={look.table}>
          <TableHead columns={COLUMNS} />
          <tbody>
            {[...FULL, ...ALONE].map((name) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                  {name === 'chunks/<ref>.md' && facts !== undefined && (
                    <span className={look.faint}> × {formatCount(facts.chunks)}</span>
                  )}
                  <div className={look.soft}>{exportWords.artifacts[name]}</div>
                </td>
                <td>{FULL.includes(name) ? '✓' : '–'}</td>
                <td>{COMPACT.has(name) ? '✓' : '–'}</td>
                <td>
                  {!name.includes('<') && name !== SELECTIONS && (
                    <Button
                      label={words.common.download}
                      aria-label={`${words.common.download} ${name}`}
                      onClick={() => save(name as ArtifactName)}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

const SELECTIONS = 'selections.json';

const FULL: readonly string[] = [
  'llm.md',
  'catalog.llm.md',
  'outline.md',
  'index.json',
  'manifest.json',
  'manifest.min.json',
  'manifest.llm.tsv',
  'chunks/<ref>.md',
  'images/<path>',
  SELECTIONS,
];

const COLUMNS = [words.places.files, exportWords.fullHas, exportWords.compactHas, exportWords.alone];
const COMPACT = new Set(['llm.md', 'manifest.llm.tsv', 'chunks/<ref>.md', 'images/<path>']);

const ALONE: readonly ArtifactName[] = ['signatures.md', 'chunks.jsonl', 'bulk.ndjson', 'mapping.json', 'schema.sql'];
