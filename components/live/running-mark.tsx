/** A dot with a word, so the mark does not rely on colour. */
export function RunningMark() {
  return <span aria-hidden className="running-mark size-1.5 rounded-full bg-current" />;
}
