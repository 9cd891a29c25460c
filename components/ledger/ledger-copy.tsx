import type { LedgerInput } from "@/lib/view/answers";
import { describeCopiedRows } from "@/lib/view/questions/ledger-words";
import { buildLedgerTable } from "@/lib/view/questions/ledger-model";
import { buildExportedCsv, nameExport } from "@/lib/view/format/exported-table";
import { toJson, toMarkdown } from "@/lib/view/format/table-data";
import type { TableData } from "@/lib/view/format/table-data";
import { askLedger } from "@/lib/view/views/ledger";
import type { LedgerState } from "@/lib/view/url-state";
import { useFigureSource } from "../charts/figure-source";
import { copyText } from "../data/copy-text";
import { readApi } from "../data/read-api";
import { useFrozen } from "../data/reader";
import { saveFile } from "../data/save-file";
import { ActionMenu } from "../ui/menu/action-menu";

const ROWS_MAX = 5_000;

interface Props {
  sessionId: string;
  state: LedgerState;
  facts: LedgerInput;
}

export function LedgerCopy({ sessionId, state, facts }: Props) {
  const frozen = useFrozen();
  const title = `Ledger of turn ${facts.turn}`;
  const { session, policy } = useFigureSource();
  const csv = (table: TableData) =>
    buildExportedCsv(
      { title, session, policy: facts.head?.policy ?? policy, url: window.location.href },
      table,
    );
  const withRows = (run: (table: TableData) => Promise<void> | void) => async () => {
    const answer = frozen
      ? facts
      : await readApi(askLedger(sessionId, state, { offset: 0, limit: ROWS_MAX }));
    await run(buildLedgerTable(answer));
    return describeCopiedRows(answer.rows.length, answer.total);
  };
  return (
    <ActionMenu
      title="Copy or save what the filters leave"
      actions={[
        { label: "Copy as Markdown", run: withRows((table) => copyText(toMarkdown(table))) },
        { label: "Copy as CSV", run: withRows((table) => copyText(csv(table))) },
        {
          label: "Copy as JSON",
          run: withRows((table) => copyText(toJson(table, { title, url: window.location.href }))),
        },
        {
          label: "Save as CSV",
          run: withRows((table) =>
            saveFile(
              nameExport({ title, session }, "csv"),
              new Blob([csv(table)], { type: "text/csv;charset=utf-8" }),
            ),
          ),
        },
      ]}
    >
      Copy as
    </ActionMenu>
  );
}
