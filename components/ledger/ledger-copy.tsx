"use client";

import { Menu } from "@base-ui/react/menu";
import { Download } from "lucide-react";
import { useState } from "react";
import { count } from "@/lib/view/format";
import type { LedgerFacts } from "@/lib/view/questions/ledger-model";
import { ledgerTable } from "@/lib/view/questions/ledger-model";
import { toCsv, toJson, toMarkdown } from "@/lib/view/table-data";
import type { TableData } from "@/lib/view/table-data";
import type { LedgerState } from "@/lib/view/url-state";
import { copyText } from "../data/copy-text";
import { fetchJson } from "../data/fetch-json";
import { fileName, saveFile } from "../data/save-file";
import { ledgerPath } from "./ledger-query";

const ROWS_MAX = 5_000;

interface Props {
  sessionId: string;
  state: LedgerState;
  facts: Pick<LedgerFacts, "turn" | "total">;
}

/** Takes what the filters leave elsewhere, as Markdown, CSV or JSON. */
export function LedgerCopy({ sessionId, state, facts }: Props) {
  const [said, setSaid] = useState("");
  const title = `Ledger of turn ${facts.turn}`;
  const from = () => ({ title, url: window.location.href });
  const actions: readonly { label: string; run: (table: TableData) => Promise<void> | void }[] = [
    { label: "Copy as Markdown", run: (table) => copyText(toMarkdown(table)) },
    { label: "Copy as CSV", run: (table) => copyText(toCsv(table)) },
    { label: "Copy as JSON", run: (table) => copyText(toJson(table, from())) },
    {
      label: "Save as CSV",
      run: (table) =>
        saveFile(fileName(title, "csv"), new Blob([toCsv(table)], { type: "text/csv;charset=utf-8" })),
    },
  ];
  const act = async ({ label, run }: (typeof actions)[number]) => {
    try {
      const answer = await fetchJson<LedgerFacts>(
        ledgerPath(sessionId, state, { offset: 0, limit: ROWS_MAX }),
      );
      await run(ledgerTable(answer));
      const cut =
        answer.total > answer.rows.length
          ? `: the first ${count(answer.rows.length)} of ${count(answer.total)} rows`
          : "";
      setSaid(`${label.startsWith("Copy") ? "Copied" : "Saved"}${cut}`);
    } catch (error) {
      setSaid(error instanceof Error ? error.message : "That did not work");
    }
  };
  return (
    <span className="inline-flex items-center gap-2">
      <span role="status" className="text-xs text-ink-3">
        {said}
      </span>
      <Menu.Root>
        <Menu.Trigger className="btn" title="Copy or save what the filters leave">
          <Download size={13} aria-hidden /> Copy as
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner align="end" sideOffset={4} className="z-40">
            <Menu.Popup className="min-w-44 rounded-md bg-raised py-1 text-xs shadow-(--shadow)">
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
    </span>
  );
}
