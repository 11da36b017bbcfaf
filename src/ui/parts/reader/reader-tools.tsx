import type { ChunkAnswer } from '../../../engine/contract.ts';
import { IconButton } from '../../kit/button.tsx';
import { Segmented, toOptions } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import type { Preferences } from '../../state/preferences.ts';
import { words } from '../../words/words.ts';

type View = Preferences['readerView'];

export function ViewSwitch({ view, onChange }: { readonly view: View; readonly onChange: (view: View) => void }) {
  return <Segmented value={view} options={toOptions(words.reader.views)} onChange={onChange} />;
}

interface NeighbourProps {
  readonly answer: ChunkAnswer;
  readonly onGo: (ref: string) => void;
}

/** Links to the chunks before and after the open one. */
export function Neighbours({ answer: { previous, next }, onGo }: NeighbourProps) {
  const buttons = [
    { name: words.reader.previous, icon: 'up', ref: previous },
    { name: words.reader.next, icon: 'down', ref: next },
  ] as const;
  return (
    <span className={`${look.row} ${look.push}`}>
      {buttons.map(({ name, icon, ref }) => (
        <IconButton
          icon={icon}
          label={name}
          key={name}
          title={words.reader.chunkStep(name)}
          disabled={ref === undefined}
          onClick={() => ref !== undefined && onGo(ref)}
          size={18}
        />
      ))}
    </span>
  );
}
