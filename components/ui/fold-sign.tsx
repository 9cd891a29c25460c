/** The sign of a `details` that has the class `group/fold`, where its own marker is hidden. */
export function FoldSign() {
  return (
    <span aria-hidden className="inline-block text-2xs text-ink-3 group-open/fold:rotate-90">
      ▸
    </span>
  );
}
