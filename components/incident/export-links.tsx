import type { TimelineView } from "@/lib/incident/snapshot";

const FORMATS = { md: "Markdown", json: "JSON", html: "HTML", csv: "CSV" };

export function ExportLinks({ path, view: { turn, axis, compress } }: { path: string; view: TimelineView }) {
  const state = new URLSearchParams({
    ...(turn !== null && { turn: String(turn) }),
    ...(axis !== "time" && { axis }),
    ...(compress && { idle: "cut" }),
  }).toString();
  return (
    <>
      {Object.entries(FORMATS).map(([format, label]) => (
        <a
          key={format}
          className="btn btn-quiet"
          href={`${path}?format=${format}${state === "" ? "" : `&${state}`}`}
          download
        >
          {label}
        </a>
      ))}
      <button type="button" className="btn btn-quiet" onClick={() => window.print()}>
        Print
      </button>
    </>
  );
}
