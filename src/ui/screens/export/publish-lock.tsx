import { useState } from 'react';
import type { PublishLock } from '../../../engine/contract.ts';
import { toBase64Url } from '../../../lib/bytes.ts';
import { CheckField, TextField } from '../../kit/field.tsx';
import { useLoaded } from '../../kit/use-loaded.ts';
import { useApp } from '../../state/context.ts';
import { exportWords } from '../../words/export.ts';

const KEY_BYTES = 32;

/** Who may read a website, as chosen in the dialog. */
interface LockDraft {
  /** Unset until the user chooses; a website that had a key keeps it. */
  readonly isOn?: boolean;
  readonly passphrase: string;
  readonly isRenewed: boolean;
}

export function usePublishLock(collectionId: string) {
  const { engine } = useApp().connection;
  const [draft, setDraft] = useState<LockDraft>({ passphrase: '', isRenewed: false });
  const [madeKey, setMadeKey] = useState<string>();
  const stored = useLoaded(() => engine.readChoices(collectionId), [engine, collectionId], { onFailure: 'ignore' });
  const key = stored.value?.publishKey;
  const { isOn = key !== undefined, passphrase, isRenewed } = draft;
  const change = (part: Partial<LockDraft>) => setDraft((now) => ({ ...now, ...part }));
  /** Returns undefined for an open website. Keeps a new key with the collection. */
  const toLock = async (): Promise<PublishLock | undefined> => {
    setMadeKey(undefined);
    if (!isOn) return undefined;
    if (passphrase !== '') return { passphrase };
    const own = key === undefined || isRenewed ? toBase64Url(crypto.getRandomValues(new Uint8Array(KEY_BYTES))) : key;
    await engine.writeChoices(collectionId, { publishKey: own });
    stored.reload();
    setMadeKey(own);
    change({ isRenewed: false });
    return { key: own };
  };
  return { isOn, passphrase, isRenewed, change, hasKey: key !== undefined, madeKey, toLock };
}

export type PublishAccess = ReturnType<typeof usePublishLock>;

export function LockFields({ access }: { readonly access: PublishAccess }) {
  const { isOn, passphrase, isRenewed, hasKey, change } = access;
  return (
    <>
      <CheckField
        label={exportWords.lock}
        hint={exportWords.lockHint}
        checked={isOn}
        onChange={(next) => change({ isOn: next })}
      />
      {isOn && (
        <TextField
          label={exportWords.passphrase}
          autoComplete="off"
          value={passphrase}
          onChange={(text) => change({ passphrase: text })}
        />
      )}
      {isOn && hasKey && passphrase === '' && (
        <CheckField
          label={exportWords.newKey}
          hint={exportWords.newKeyHint}
          checked={isRenewed}
          onChange={(next) => change({ isRenewed: next })}
        />
      )}
    </>
  );
}
