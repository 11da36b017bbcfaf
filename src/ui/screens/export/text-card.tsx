import { useState } from 'react';
import type { TextExportOptions } from '../../../model/outputs/text-export.ts';
import { Button } from '../../kit/button.tsx';
import { SelectField, toOptions } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { usePreference } from '../../kit/use-preference.ts';
import { useApp } from '../../state/context.ts';
import { changeSelection } from '../../state/selections.ts';
import { formatBytes, formatCompact, formatCount } from '../../text/format.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { exportWords } from '../../words/export.ts';
import { words } from '../../words/words.ts';
import { ExportCard } from './export-card.tsx';
import { useExport } from './use-export.ts';
import { useTextSize } from './use-text-size.ts';

interface Props {
  readonly what: TextExportOptions['what'];
}

type PartSize = keyof typeof exportWords.partSizes;
const PART_SIZES = toOptions(exportWords.partSizes);

/** An export as one text for a model, with its size. */
export function TextCard({ what }: Props) {
  const { connection, state } = useApp();
  const { collection, selection, facts, scope, escapeHidden, run } = useExport();
  const [packFormat] = usePreference('packFormat');
  const [counter] = usePreference('packCounter');
  const [partSize, setPartSize] = useState<PartSize>('none');
  const isWhole = what === 'one-file';
  const format = isWhole ? (selection.format ?? packFormat) : 'markdown';
  const budget = partSize === 'none' ? {} : { budgetTokens: Number(partSize) };
  const textOptions = { collectionId: collection.id, what, format, counter, ...scope, escapeHidden, ...budget };
  const { size, problem, isCounting, count } = useTextSize(collection, textOptions, facts?.bytes);
  const make = () => run(({ jobId }) => connection.engine.exportText({ ...textOptions, jobId }));
  return (
    <ExportCard
      title={isWhole ? exportWords.oneFile : exportWords.signatures}
      text={isWhole ? exportWords.oneFileText : exportWords.signaturesText}
      actionName={isWhole ? exportWords.downloads.oneFile : exportWords.downloads.signatures}
      isPrimary={isWhole}
      onAction={() => void make()}
    >
      {isWhole && (
        <div className={look.row}>
          <SelectField
            label={words.pack.format}
            value={format}
            options={toOptions(words.pack.formats)}
            onChange={(chosen) => changeSelection(state.choices, collection, (now) => ({ ...now, format: chosen }))}
          />
          <SelectField label={exportWords.parts} value={partSize} options={PART_SIZES} onChange={setPartSize} />
        </div>
      )}
      <p className={look.small} role="status">
        {size !== undefined
          ? exportWords.size(
              `${size.exact ? '' : '~'}${formatCount(size.tokens)}`,
              formatBytes(size.bytes),
              size.parts.length,
            )
          : isCounting
            ? exportWords.counting
            : facts !== undefined &&
              isWhole &&
              exportWords.about(formatCompact(facts.tokens), formatBytes(facts.bytes))}
      </p>
      {problem !== undefined && <p className={look.problem}>{describeProblem(problem)}</p>}
      {size === undefined && !isCounting && (
        <div>
          <Button look="quiet" label={exportWords.count} onClick={count} />
        </div>
      )}
    </ExportCard>
  );
}
