import { useState } from 'react';
import type { SiteOptions } from '../../../../model/site/site.ts';
import { parseSiteOptions } from '../../../../site/site-options.ts';
import { Button } from '../../../kit/button.tsx';
import { TextArea } from '../../../kit/field.tsx';
import * as look from '../../../kit/look.module.css';
import { readError } from '../../../state/read-error.ts';
import { siteWords } from '../../../words/site.ts';
import { words } from '../../../words/words.ts';

interface Props {
  /** Address for options that name none. */
  readonly url: string;
  readonly onUse: (options: SiteOptions) => void;
}

/** Takes the options of a crawl as JSON; names of other tools count. */
export function PasteOptions({ url, onUse }: Props) {
  const [text, setText] = useState<string>();
  const [problem, setProblem] = useState('');
  if (text === undefined)
    return <Button label={siteWords.paste.open} style={{ marginBlock: 8 }} onClick={() => setText('')} />;
  const use = () => {
    try {
      onUse(parseSiteOptions(text, url));
      setText(undefined);
    } catch (error) {
      setProblem(siteWords.paste.refused(readError(error).message));
    }
  };
  const change = (typed: string) => {
    setText(typed);
    setProblem('');
  };
  return (
    <div className={look.stack} style={{ marginBlock: 12 }}>
      <TextArea label={siteWords.paste.label} value={text} problem={problem} isMono rows={4} onChange={change} />
      <div className={look.row}>
        <Button label={siteWords.paste.use} onClick={use} />
        <Button label={words.common.cancel} onClick={() => setText(undefined)} />
      </div>
    </div>
  );
}
