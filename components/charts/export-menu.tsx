import type { TableData } from "@/lib/view/format/table-data";
import { buildExportedCsv, nameExport } from "@/lib/view/format/exported-table";
import { toJson, toMarkdown } from "@/lib/view/format/table-data";
import { copyText } from "../data/copy-text";
import { saveFile } from "../data/save-file";
import type { TakeAction } from "../ui/menu/action-menu";
import { ActionMenu } from "../ui/menu/action-menu";
import { useFigureSource } from "./figure-source";

export interface FigureExports {
  readonly title: string;
  readonly data: () => TableData;
  /** `null` for what has no picture. */
  readonly svg: (() => Promise<string>) | null;
}

export function ExportMenu({ title, data, svg }: FigureExports) {
  const { session, policy } = useFigureSource();
  const save = (extension: string, type: string, content: string) =>
    saveFile(nameExport({ title, session }, extension), new Blob([content], { type }));
  const pictures = (svg: () => Promise<string>): TakeAction[] => [
    {
      label: "Save as PNG",
      run: async () => {
        const { svgToPng } = await import("./compose-svg");
        saveFile(nameExport({ title, session }, "png"), await svgToPng(await svg()));
      },
    },
    { label: "Save as SVG", run: async () => save("svg", "image/svg+xml", await svg()) },
  ];
  const here = () => window.location.href;
  const csv = () => buildExportedCsv({ title, session, policy, url: here() }, data());
  return (
    <ActionMenu
      title="Copy or save this figure"
      actions={[
        { label: "Copy a link to this view", run: () => copyText(here()) },
        { label: "Copy as Markdown", run: () => copyText(`${toMarkdown(data())}\n<${here()}>\n`) },
        ...(svg === null ? [] : pictures(svg)),
        { label: "Save as CSV", run: () => save("csv", "text/csv;charset=utf-8", csv()) },
        {
          label: "Save as JSON",
          run: () => save("json", "application/json", toJson(data(), { title, url: here() })),
        },
      ]}
    />
  );
}
