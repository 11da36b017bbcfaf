/** Folded English words that say little about the subject of a long question. In short queries they count in full: "to be or not to be". */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again against all also am an and any are aren as at be because been before being below between both but by can cannot
  could couldn did didn do does doesn doing don down during each either else ever few for from further had hadn has hasn have haven
  having he her here hers him his how however i if in into is isn it its itself just let ll may me might more most must my no nor not now of
  off on once one only or other our out over own per please re s same shall she should shouldn so some such t than that the their them then
  there these they this those through to too under until up upon us use used using ve very via want was wasn way we were weren what when where
  whether which while who whom whose why will with within without won would wouldn you your yours`
    .split(/\s+/)
    .filter(Boolean),
);
