import { useRef } from "react";
import type { ReactNode } from "react";
import type { TableData } from "@/lib/view/format/table-data";
import { ExportMenu } from "./export-menu";

interface Props {
  readonly title: string;
  readonly summary: string;
  /** What happened in the session, for whoever gets the picture alone. */
  readonly story?: string | null;
  readonly asTable: boolean;
  readonly onTable: (on: boolean) => void;
  readonly data: () => TableData;
  readonly svg?: () => string;
  readonly controls?: ReactNode;
  readonly legend?: ReactNode;
  /** For a figure of one height; a long one explains its marks first. */
  readonly isLegendBelow?: boolean;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

function isShown(part: ReactNode): boolean {
  return part !== undefined && part !== null && part !== false;
}

/** Every figure has a summary sentence, the same content as a table, and exports. */
export function FigureFrame({
  title,
  summary,
  story = null,
  asTable,
  onTable,
  data,
  svg,
  isLegendBelow = false,
  ...parts
}: Props) {
  const body = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLDivElement>(null);
  const picture = async () => {
    const { pictureOf } = await import("./compose-svg");
    return pictureOf({ title, story, summary, body: body.current, legend: legend.current, svg });
  };
  const marks = parts.legend !== undefined && (
    <div ref={legend} className="mt-2">
      {parts.legend}
    </div>
  );
  return (
    // Where the screen is narrow, a figure of one height comes before its words.
    <figure className={`min-w-0 ${isLegendBelow ? "max-md:flex max-md:flex-col" : ""}`}>
      <figcaption
        className={`flex flex-wrap items-start justify-between gap-x-4 gap-y-1 ${isLegendBelow ? "max-md:contents" : ""}`}
      >
        <p
          className={`min-w-0 flex-1 basis-80 text-ink-2 ${isLegendBelow ? "max-md:order-1 max-md:mt-2 max-md:basis-auto" : ""}`}
        >
          {summary}
        </p>
        <div className="flex flex-wrap items-center gap-1 text-xs print:hidden">
          {parts.controls}
          <button
            type="button"
            className="btn"
            aria-pressed={asTable}
            onClick={() => onTable(!asTable)}
            title="Chart or table (t)"
          >
            {asTable ? "Chart" : "Table"}
          </button>
          <ExportMenu title={title} data={data} svg={picture} />
        </div>
      </figcaption>
      {!isLegendBelow && marks}
      <div ref={body} className="mt-2" data-figure>
        {parts.children}
      </div>
      {isLegendBelow && <div className="max-md:order-2">{marks}</div>}
      {isShown(parts.note) && (
        <p className={`mt-1 text-xs text-ink-3 ${isLegendBelow ? "max-md:order-3" : ""}`}>{parts.note}</p>
      )}
    </figure>
  );
}
