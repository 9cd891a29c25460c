export function ColorDot({ color }: { color: string }) {
  return (
    <span aria-hidden className="size-2 shrink-0 self-center rounded-xs" style={{ background: color }} />
  );
}
