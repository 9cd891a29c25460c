export function RuleLabel({ text, viewBox }: { text: string; viewBox: unknown }) {
  const place = placeOf(viewBox);
  if (place === null) return null;
  return (
    <text
      x={place.x + place.width - 4}
      y={place.y + 13}
      textAnchor="end"
      fontSize={11}
      fill="var(--ink)"
      stroke="var(--surface)"
      strokeWidth={4}
      strokeLinejoin="round"
      paintOrder="stroke"
    >
      {text}
    </text>
  );
}

function placeOf(box: unknown): { x: number; y: number; width: number } | null {
  if (typeof box !== "object" || box === null) return null;
  if (!("x" in box && "y" in box && "width" in box)) return null;
  const { x, y, width } = box;
  return typeof x === "number" && typeof y === "number" && typeof width === "number" ? { x, y, width } : null;
}
