/** Screens on which the detail covers the list, and rows are tall enough for a finger. Styles write `@media (--narrow)`. */
export const NARROW = '(width < 900px)';
