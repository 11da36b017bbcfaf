import { useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { toScope } from '../../../model/outputs/follow-sources.ts';
import type { Selection } from '../../../model/outputs/selection.ts';
import type { TextExportOptions } from '../../../model/outputs/text-export.ts';
import { SelectField } from '../../parts/controls/select-field.tsx';
import { useSelectionFacts } from '../../parts/selection/use-selection-facts.ts';
import { firstProgress, newJobId, runJob } from '../../state/actions/run-job.ts';
import { saveBlob } from '../../state/actions/save-blob.ts';
import { useApp } from '../../state/context.ts';
import { preferences } from '../../state/preferences.ts';
import { changeSelection } from '../../state/selections.ts';
import { useSignal } from '../../state/signal.ts';
import { showToast } from '../../state/toasts.ts';
import { formatBytes, formatCompact, formatCount } from '../../text/format.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { words } from '../../words/words.ts';
import { useTextSize } from './use-text-size.ts';

interface Props {
  readonly collection: Collection;
  readonly selection: Selection;
  readonly isBusy: boolean;
  readonly allowed: ReadonlySet<string>;
  readonly escapeHidden: boolean;
}

type PartSize = keyof typeof words.export.partSizes;
const PART_SIZES = Object.entries(words.export.partSizes) as readonly (readonly [PartSize, string])[];
const FORMATS = [
  ['markdown', words.pack.formats.markdown],
  ['xml', words.pack.formats.xml],
] as const;

/** Texts for a model that are no packs, with what they take. */
export function TextCards(props: Props) {
  const { collection, selection } = props;
  const { packFormat } = useSignal(preferences);
  const [partSize, setPartSize] = useState<PartSize>('none');
  const format = selection.format ?? packFormat;
  const setFormat = (chosen: 'markdown' | 'xml') => changeSelection(collection, (now) => ({ ...now, format: chosen }));
  return (
    <>
      <TextCard
        {...props}
        what="one-file"
        format={format}
        {...(partSize === 'none' ? {} : { budgetTokens: Number(partSize) })}
      >
        <SelectField
          id="one-file-format"
          label={words.pack.format}
          value={format}
          options={FORMATS}
          onChange={setFormat}
        />
        <SelectField
          id="one-file-parts"
          label={words.export.parts}
          value={partSize}
          options={PART_SIZES}
          onChange={setPartSize}
        />
      </TextCard>
      <TextCard {...props} what="signatures" format="markdown" />
    </>
  );
}

interface CardProps extends Props, Pick<TextExportOptions, 'what' | 'format' | 'budgetTokens'> {
  readonly children?: React.ReactNode;
}

function TextCard({
  collection,
  selection,
  isBusy,
  allowed,
  escapeHidden,
  what,
  format,
  budgetTokens,
  children,
}: CardProps) {
  const app = useApp();
  const { packCounter } = useSignal(preferences);
  const { facts } = useSelectionFacts(collection, selection);
  const wanted: Omit<TextExportOptions, 'jobId'> = {
    collectionId: collection.id,
    what,
    format,
    counter: packCounter,
    selection: { ...toScope(selection), name: selection.name },
    mask: selection.mask,
    allowedSecrets: [...allowed],
    escapeHidden,
    ...(budgetTokens === undefined ? {} : { budgetTokens }),
  };
  const { size, problem, isCounting, count } = useTextSize(collection, wanted, facts?.bytes);
  const make = async () => {
    const jobId = newJobId();
    app.state.putJob({ ...firstProgress(jobId, collection.id, 'export'), phase: 'write' });
    await runJob(app, jobId, async () => {
      const made = await app.connection.engine.exportText({ ...wanted, jobId });
      if (made.blob !== undefined) saveBlob(made.blob, made.fileName);
      showToast(words.export.ready(made.fileName, made.bytes), { tone: 'ok' });
    });
  };
  const name = what === 'one-file' ? words.export.oneFile : words.export.signatures;
  return (
    <section className="card" aria-label={name}>
      <div className="stack" style={{ alignContent: 'start' }}>
        <p>{what === 'one-file' ? words.export.oneFileText : words.export.signaturesText}</p>
        {children}
        <p className="small" role="status">
          {size !== undefined
            ? words.export.size(
                `${size.exact ? '' : '~'}${formatCount(size.tokens)}`,
                formatBytes(size.bytes),
                size.parts.length,
              )
            : isCounting
              ? words.export.counting
              : facts !== undefined &&
                what === 'one-file' &&
                words.export.about(formatCompact(facts.tokens), formatBytes(facts.bytes))}
        </p>
        {problem !== undefined && <p className="notice bad">{describeProblem(problem)}</p>}
        {size === undefined && !isCounting && (
          <button type="button" className="button quiet" onClick={count}>
            {words.export.count}
          </button>
        )}
      </div>
      <button type="button" className="button" disabled={isBusy} onClick={() => void make()}>
        {name}
      </button>
    </section>
  );
}
