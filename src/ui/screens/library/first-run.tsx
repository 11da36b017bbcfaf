import { AddSource } from '../../parts/dialogs/add-source.tsx';
import { words } from '../../words/words.ts';
import { RecentlyDeleted } from './recently-deleted.tsx';

export function FirstRun() {
  return (
    <div className="first-run">
      <div className="sheet">
        <div className="stack">
          <h1>{words.add.title}</h1>
          <p className="soft">{words.add.subtitle}</p>
          <p className="purpose">{words.add.purpose}</p>
        </div>
        <AddSource />
        <RecentlyDeleted />
      </div>
    </div>
  );
}
