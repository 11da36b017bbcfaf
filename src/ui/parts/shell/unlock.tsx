import { type FormEvent, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import * as css from '../../kit/field.module.css';
import * as look from '../../kit/look.module.css';
import { openPublished } from '../../state/actions/open-published.ts';
import { useApp } from '../../state/context.ts';
import { words } from '../../words/words.ts';

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
      <label className={css.field}>
        {words.library.secret}
        <input type="password" autoComplete="off" value={secret} onChange={(event) => setSecret(event.target.value)} />
      </label>
      <Button look="primary" type="submit" label={words.library.open} disabled={isBusy || secret === ''} />
    </form>
  );
}
