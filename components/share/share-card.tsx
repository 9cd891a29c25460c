import type { CardModel } from "@/lib/view/incident/card";

const STRIP = { width: 1080, height: 270 };
const COLORS: Record<string, string> = {
  system: "#8c939b",
  plan: "#653b69",
  memory: "#bf8532",
  assistant: "#212268",
  user: "#905536",
  tool: "#1640ad",
  other: "#830b18",
  retrieval: "#287898",
};

/** Chat programs show it for a link. The server draws it in the light theme. */
export function ShareCard({ card: { title, line, bars } }: { card: CardModel }) {
  return (
    <div
      style={{
        width: "100%",
        height: "100%",
        display: "flex",
        flexDirection: "column",
        justifyContent: "space-between",
        padding: 60,
        background: "#ffffff",
        color: "#14171c",
      }}
    >
      <div style={{ display: "flex", flexDirection: "column" }}>
        <div style={{ fontSize: 48 }}>{title}</div>
        <div style={{ fontSize: 26, color: "#4c535d", marginTop: 12 }}>{line}</div>
      </div>
      <svg width={STRIP.width} height={STRIP.height}>
        {bars.map(({ turn, group, x, y, width, height }) => (
          <rect
            key={`${turn} ${group}`}
            x={x * STRIP.width}
            y={y * STRIP.height}
            width={width * STRIP.width}
            height={height * STRIP.height}
            fill={COLORS[group] ?? "#c9ced5"}
          />
        ))}
      </svg>
      <div style={{ fontSize: 24, color: "#666d78" }}>Sightglass</div>
    </div>
  );
}
