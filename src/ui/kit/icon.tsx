import {
  Archive,
  ArrowLeft,
  ArrowRight,
  ArrowRightLeft,
  BookOpen,
  Check,
  ChevronDown,
  ChevronRight,
  ChevronUp,
  ClipboardCopy,
  Clock,
  Download,
  Ellipsis,
  FileText,
  Folder,
  FolderOpen,
  Globe,
  Library,
  Link,
  Minus,
  Plus,
  Search,
  Settings,
  SlidersHorizontal,
  Sparkles,
  X,
} from 'lucide-react';

const ICONS = {
  back: ArrowLeft,
  forward: ArrowRight,
  changes: ArrowRightLeft,
  pack: Archive,
  read: BookOpen,
  check: Check,
  down: ChevronDown,
  right: ChevronRight,
  up: ChevronUp,
  copy: ClipboardCopy,
  jobs: Clock,
  export: Download,
  file: FileText,
  files: Folder,
  folder: FolderOpen,
  site: Globe,
  library: Library,
  link: Link,
  minus: Minus,
  more: Ellipsis,
  plus: Plus,
  search: Search,
  settings: Settings,
  filters: SlidersHorizontal,
  sample: Sparkles,
  close: X,
} as const;

export type IconName = keyof typeof ICONS;

/** Always next to text or inside a labelled control, so screen readers skip it. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  const Shape = ICONS[name];
  return <Shape size={size} strokeWidth={1.75} aria-hidden focusable="false" />;
}
