"use client";

import Link from "next/link";
import { useUrlState } from "../data/use-url-state";
import { useState } from "react";
import { COUNTERFACTUAL_TEXT } from "@/lib/view/replay/wording";
import type { BatchRow } from "@/lib/view/replay/batch";
import { BATCH_HEADS, listBatchRows, describeBatchSentence, buildBatchTable } from "@/lib/view/replay/batch";
import { readDraft, writeDraft } from "@/lib/view/replay/draft";
import type { ListedPolicy } from "@/lib/view/replay/replay-input";
import { makePolicyChoice as choiceOf } from "@/lib/view/replay/replay-input";
import { buildExportedCsv } from "@/lib/view/format/exported-table";
import { toMarkdown } from "@/lib/view/format/table-data";
import { batchParams } from "@/lib/view/url-state";
import { CopyButton } from "../ui/copy-button";
import { EmptyState } from "../ui/empty-state";
import { ChoiceEditor } from "./choice-editor";
import { useBatch } from "./use-batch";

interface Props {
  readonly sessions: readonly { readonly id: string; readonly name: string }[];
  readonly total: number;
  readonly policies: readonly ListedPolicy[];
}

export function BatchPage({ sessions, total, policies }: Props) {
  const [state, setState] = useUrlState(batchParams, { history: "replace" });
  const [choice, setChoice] = useState(
    () => readDraft(state.p)?.[0] ?? choiceOf("anthropic-clear-tool-uses", {}),
  );
  const batch = useBatch(sessions);
  const rows = listBatchRows(batch.items);
  const csv = () =>
    buildExportedCsv(
      { title: "Replays", session: null, policy: choice.kind, url: window.location.href },
      buildBatchTable(rows),
    );
  if (sessions.length === 0)
    return (
      <EmptyState
        title="No session matches"
        action={
          <Link className="btn" href="/">
            All sessions
          </Link>
        }
      >
        The filter leaves nothing to replay.
      </EmptyState>
    );
  return (
    <div className="px-4 pt-4 pb-16">
      <h1 className="text-lg font-medium">One policy over many sessions</h1>
      <p className="text-xs text-ink-3">
        {sessions.length < total
          ? `The first ${sessions.length} of ${total} sessions of the list's filter.`
          : `${total === 1 ? "The one session" : `All ${total} sessions`} of the list's filter.`}
      </p>
      <ul className="mt-2 border-b border-line">
        <ChoiceEditor
          letter="A"
          choice={choice}
          policies={policies}
          onChange={(next) => {
            setChoice(next);
            setState({ p: writeDraft([next]) });
          }}
        />
      </ul>
      <div className="my-3 flex flex-wrap items-center gap-2">
        <button
          type="button"
          className="btn btn-primary"
          disabled={batch.running}
          onClick={() => void batch.run(choice)}
        >
          Replay {sessions.length}
        </button>
        {batch.running && (
          <button type="button" className="btn" onClick={batch.cancel}>
            Cancel
          </button>
        )}
        <p role="status" className="text-ink-2">
          {describeBatchSentence(rows)}
        </p>
        <CopyButton text={toMarkdown(buildBatchTable(rows))} label="Copy as Markdown" />
        <CopyButton text={csv} label="as CSV" />
      </div>
      <p className="mb-2 max-w-4xl text-xs text-ink-3">{COUNTERFACTUAL_TEXT}</p>
      <BatchTable rows={rows} />
    </div>
  );
}

function BatchTable({ rows }: { rows: readonly BatchRow[] }) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="What the policy changes">
      <table className="w-full min-w-max text-xs">
        <thead>
          <tr className="border-b border-line-strong text-ink-3">
            <th scope="col" className="py-1 text-left">
              Session
            </th>
            {BATCH_HEADS.map(({ key, label }) => (
              <th key={key} scope="col" className="px-2 py-1 text-right">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, state, message, run, changes }) => (
            <tr key={id} className="border-b border-line">
              <th scope="row" className="max-w-96 truncate py-1 pr-3 text-left font-normal" dir="auto">
                <Link
                  className="text-accent hover:underline"
                  href={`/sessions/${id}/replay${run === null ? "" : `?run=${run}`}`}
                >
                  {name}
                </Link>
              </th>
              {changes.length === 0 && (
                <td colSpan={BATCH_HEADS.length} className="px-2 text-ink-3">
                  {message === "" ? state : message}
                </td>
              )}
              {changes.map(({ text, better }, i) => (
                <td
                  key={BATCH_HEADS[i]?.key}
                  className="num px-2 text-right"
                  style={
                    better === null
                      ? undefined
                      : { color: better ? "var(--state-restorable)" : "var(--state-dangling)" }
                  }
                >
                  {better === null ? "" : better ? "✓ " : "✕ "}
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
