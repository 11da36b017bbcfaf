import { words } from '../../words/words.ts';
import { Icon } from '../controls/icon.tsx';

/** For narrow screens, where the reader covers the list. */
export function BackButton({ onClose }: { readonly onClose: () => void }) {
  return (
    <button type="button" className="button quiet" onClick={onClose}>
      <Icon name="back" size={18} />
      {words.reader.back}
    </button>
  );
}
