import type { SiteStart } from '../../../model/site/site-job.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { CheckField, TextField } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { pagesWords } from '../../words/pages.ts';
import { words } from '../../words/words.ts';

interface Props {
  readonly pages: number;
  readonly onStart: (analysis: NonNullable<SiteStart['analysis']>) => void;
  readonly onClose: () => void;
}

/** Asks how many pages to analyse again, and whether to write the result. */
export function AnalyseDialog({ pages, onStart, onClose }: Props) {
  return (
    <Dialog title={pagesWords.analysis.title} onClose={onClose}>
      <form
        className={look.stack}
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const pageLimit = Number(form.get('pageLimit'));
          onStart({ dryRun: form.get('dryRun') !== null, ...(pageLimit > 0 ? { pageLimit } : {}) });
          onClose();
        }}
      >
        <p>{pagesWords.analysis.text}</p>
        <TextField
          label={pagesWords.analysis.limit}
          name="pageLimit"
          type="number"
          min={1}
          max={Math.max(1, pages)}
          placeholder={String(pages)}
        />
        <CheckField label={pagesWords.analysis.dryRun} name="dryRun" />
        <div className={look.row}>
          <Button look="primary" label={pagesWords.analysis.start} type="submit" />
          <Button label={words.common.cancel} onClick={onClose} />
        </div>
      </form>
    </Dialog>
  );
}
