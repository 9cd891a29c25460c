"use client";

import { Menu } from "@base-ui/react/menu";
import { Download } from "lucide-react";
import { useState } from "react";
import type { TableData } from "@/lib/view/table-data";
import { toCsv, toJson, toMarkdown } from "@/lib/view/table-data";
import { copyText } from "../data/copy-text";
import { fileName, saveFile } from "../data/save-file";
import { svgToPng } from "./compose-svg";

/** What a figure can be taken away as. */
export interface FigureExports {
  /** What the figure is called in file names and in what is taken away. */
  readonly title: string;
  readonly data: () => TableData;
  /** The drawing as an SVG document. */
  readonly svg: () => string;
}

const DONE_MS = 2_000;

/** Takes a figure elsewhere: as a picture, as data, as a link to exactly this. */
export function ExportMenu({ title, data, svg }: FigureExports) {
  const [said, setSaid] = useState("");
  const say = (words: string) => {
    setSaid(words);
    setTimeout(() => setSaid(""), DONE_MS);
  };
  const save = (extension: string, type: string, content: string) =>
    saveFile(fileName(title, extension), new Blob([content], { type }));
  const from = () => ({ title, url: window.location.href });
  const actions: readonly { label: string; run: () => Promise<void> | void }[] = [
    { label: "Copy a link to this view", run: () => copyText(window.location.href) },
    { label: "Copy as Markdown", run: () => copyText(`${toMarkdown(data())}\n<${window.location.href}>\n`) },
    {
      label: "Save as PNG",
      run: async () => saveFile(fileName(title, "png"), await svgToPng(svg())),
    },
    { label: "Save as SVG", run: () => save("svg", "image/svg+xml", svg()) },
    { label: "Save as CSV", run: () => save("csv", "text/csv;charset=utf-8", toCsv(data())) },
    { label: "Save as JSON", run: () => save("json", "application/json", toJson(data(), from())) },
  ];
  const act = async ({ label, run }: (typeof actions)[number]) => {
    try {
      await run();
      say(label.startsWith("Copy") ? "Copied" : "Saved");
    } catch (error) {
      say(error instanceof Error ? error.message : "That did not work");
    }
  };
  return (
    <>
      <span role="status" className="text-xs text-ink-3">
        {said}
      </span>
      <Menu.Root>
        <Menu.Trigger className="btn" title="Copy or save this figure" aria-label="Copy or save this figure">
          <Download size={13} aria-hidden />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner align="end" sideOffset={4} className="z-40">
            <Menu.Popup className="min-w-48 rounded-md bg-raised py-1 text-xs shadow-(--shadow)">
              {actions.map((action) => (
                <Menu.Item
                  key={action.label}
                  className="cursor-default px-3 py-1 data-[highlighted]:bg-sunken"
                  onClick={() => void act(action)}
                >
                  {action.label}
                </Menu.Item>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </>
  );
}
