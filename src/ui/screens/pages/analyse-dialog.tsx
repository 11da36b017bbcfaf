import { useState } from 'react';
import type { SiteStart } from '../../../model/site/site-job.ts';
import { Ask } from '../../kit/ask.tsx';
import { CheckField, TextField } from '../../kit/field.tsx';
import { pagesWords } from '../../words/pages.ts';

interface Props {
  readonly pages: number;
  readonly onStart: (analysis: NonNullable<SiteStart['analysis']>) => void;
  readonly onClose: () => void;
}

/** Asks how many pages to analyse again, and whether to write the result. */
export function AnalyseDialog({ pages, onStart, onClose }: Props) {
  const { title, text, limit, dryRun: dryRunLabel, start } = pagesWords.analysis;
  const [pageLimit, setPageLimit] = useState('');
  const [dryRun, setDryRun] = useState(false);
  const go = () => onStart({ dryRun, ...(Number(pageLimit) > 0 ? { pageLimit: Number(pageLimit) } : {}) });
  return (
    <Ask title={title} go={start} onGo={go} onClose={onClose}>
      <p>{text}</p>
      <TextField
        label={limit}
        type="number"
        min={1}
        max={Math.max(1, pages)}
        placeholder={String(pages)}
        value={pageLimit}
        onChange={setPageLimit}
      />
      <CheckField label={dryRunLabel} checked={dryRun} onChange={setDryRun} />
    </Ask>
  );
}
