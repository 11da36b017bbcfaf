import { useEffect, useState } from 'react';
import type { PublishLock } from '../../../engine/contract.ts';
import { toBase64Url } from '../../../lib/bytes.ts';
import * as css from '../../kit/field.module.css';
import * as look from '../../kit/look.module.css';
import { useApp } from '../../state/context.ts';
import { exportWords } from '../../words/export.ts';

const KEY_BYTES = 32;

/** Who may read a website. */
export interface PublishAccess {
  readonly isOn: boolean;
  setOn(isOn: boolean): void;
  readonly passphrase: string;
  setPassphrase(text: string): void;
  /** The website has a key from before. */
  readonly hasKey: boolean;
  readonly isRenewed: boolean;
  setRenewed(isRenewed: boolean): void;
  /** Key of the website made last, for its link. */
  readonly madeKey: string | undefined;
  /** Returns undefined for an open website. Keeps a new key with the collection. */
  toLock(): Promise<PublishLock | undefined>;
}

export function usePublishLock(collectionId: string): PublishAccess {
  const { engine } = useApp().connection;
  const [isOn, setOn] = useState(false);
  const [passphrase, setPassphrase] = useState('');
  const [isRenewed, setRenewed] = useState(false);
  const [key, setKey] = useState<string>();
  const [madeKey, setMadeKey] = useState<string>();
  useEffect(() => {
    engine.readChoices(collectionId).then(
      ({ publishKey }) => {
        setKey(publishKey);
        // The user may have ticked it by now: switched off, the website would be open to everyone.
        if (publishKey !== undefined) setOn(true);
      },
      () => undefined,
    );
  }, [engine, collectionId]);
  return {
    ...{ isOn, setOn, passphrase, setPassphrase, isRenewed, setRenewed, madeKey },
    hasKey: key !== undefined,
    async toLock() {
      setMadeKey(undefined);
      if (!isOn) return undefined;
      if (passphrase !== '') return { passphrase };
      const own = key === undefined || isRenewed ? toBase64Url(crypto.getRandomValues(new Uint8Array(KEY_BYTES))) : key;
      await engine.writeChoices(collectionId, { publishKey: own });
      setKey(own);
      setMadeKey(own);
      setRenewed(false);
      return { key: own };
    },
  };
}

export function LockFields({ access }: { readonly access: PublishAccess }) {
  return (
    <>
      <label className={css.check}>
        <input type="checkbox" checked={access.isOn} onChange={(event) => access.setOn(event.target.checked)} />
        <span>
          {exportWords.lock} <span className={look.hint}>{exportWords.lockHint}</span>
        </span>
      </label>
      {access.isOn && (
        <label className={css.field}>
          {exportWords.passphrase}
          <input
            type="text"
            autoComplete="off"
            value={access.passphrase}
            onChange={(event) => access.setPassphrase(event.target.value)}
          />
        </label>
      )}
      {access.isOn && access.hasKey && access.passphrase === '' && (
        <label className={css.check}>
          <input
            type="checkbox"
            checked={access.isRenewed}
            onChange={(event) => access.setRenewed(event.target.checked)}
          />
          <span>
            {exportWords.newKey} <span className={look.hint}>{exportWords.newKeyHint}</span>
          </span>
        </label>
      )}
    </>
  );
}
