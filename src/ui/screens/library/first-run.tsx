import * as look from '../../kit/look.module.css';
import { AddSource } from '../../parts/dialogs/add-source.tsx';
import { words } from '../../words/words.ts';
import * as css from './library.module.css';
import { RecentlyDeleted } from './recently-deleted.tsx';

export function FirstRun() {
  return (
    <div className={css.firstRun}>
      <div className={css.sheet}>
        <div className={look.stack}>
          <h1>{words.add.title}</h1>
          <p className={look.soft}>{words.add.subtitle}</p>
          <p className={css.purpose}>{words.add.purpose}</p>
        </div>
        <AddSource />
        <RecentlyDeleted />
      </div>
    </div>
  );
}
