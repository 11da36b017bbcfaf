import { Button } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { useRoute } from '../../state/route.ts';
import { words } from '../../words/words.ts';

/** For narrow screens, where the reader covers the list. */
export function BackButton({ onClose }: { readonly onClose: () => void }) {
  const route = useRoute();
  return (
    <Button look="quiet" onClick={onClose}>
      <Icon name="back" size={18} />
      {'query' in route && route.query !== '' ? words.reader.backToResults : words.reader.back}
    </Button>
  );
}
