import { type FormEvent, useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { Button } from '../../kit/button.tsx';
import * as css from '../../kit/field.module.css';
import * as look from '../../kit/look.module.css';
import { Notice } from '../../kit/notice.tsx';
import { useLoaded } from '../../kit/use-loaded.ts';
import { openPublished } from '../../state/actions/open-published.ts';
import { useApp } from '../../state/context.ts';
import { getSearch } from '../../state/get-search.ts';
import { useSignal } from '../../state/signal.ts';
import { formatBytes } from '../../text/format.ts';
import { libraryWords } from '../../words/library.ts';

/** Explains slow first answers on a host without range requests, with the bytes loaded. */
export function PublishedNotice({ collection: { id } }: { readonly collection: Collection }) {
  const app = useApp();
  const { engine } = app.connection;
  const { answered } = useSignal(getSearch(app, id).view);
  // Every answer may have loaded more.
  const { value: traffic } = useLoaded(() => engine.publishedTraffic(id), [engine, id], {
    version: answered,
    onFailure: 'ignore',
  });
  if (!traffic?.wholeFiles) return null;
  return <Notice text={libraryWords.wholeFiles(formatBytes(traffic.bytes))} />;
}

/** Asks for the key of an encrypted website. */
export function Unlock({ address }: { readonly address: string }) {
  const app = useApp();
  const [secret, setSecret] = useState('');
  const [isBusy, setBusy] = useState(false);
  const open = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await openPublished(app, address, secret).catch(app.state.report);
    setBusy(false);
  };
  return (
    <form className={look.notice} onSubmit={(event) => void open(event)}>
      <p>{libraryWords.locked}</p>
      <label className={css.field}>
        {libraryWords.secret}
        <input type="password" autoComplete="off" value={secret} onChange={(event) => setSecret(event.target.value)} />
      </label>
      <Button look="primary" type="submit" label={libraryWords.open} disabled={isBusy || secret === ''} />
    </form>
  );
}
