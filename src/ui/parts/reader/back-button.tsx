import { Button } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { words } from '../../words/words.ts';

/** For narrow screens, where the reader covers the list. */
export function BackButton({ onClose }: { readonly onClose: () => void }) {
  return (
    <Button look="quiet" onClick={onClose}>
      <Icon name="back" size={18} />
      {words.reader.back}
    </Button>
  );
}
