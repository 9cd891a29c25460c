import type { ReactNode } from "react";
import type { Snapshot } from "@/lib/incident/snapshot";
import { describeBlocks, describeBlockSize } from "@/lib/view/incident/incident-words";
import { labelKind } from "@/lib/view/chart/palette";
import { revealText, stripLead } from "@/lib/view/format/trace-text";

const BEGINNING_CHARS = 300;

interface Props {
  snapshot: Snapshot;
  turn: number;
  link?: ReactNode;
}

export function WindowAt({ snapshot, turn, link }: Props) {
  const inWindow = snapshot.blocks.flatMap((block, place) => {
    const residency = block.residencies.find(({ from, to }) => from <= turn && turn <= to);
    return residency === undefined ? [] : [{ block, place, mode: residency.mode }];
  });
  return (
    <section aria-label={`The window of turn ${turn}`} className="mt-8 print:hidden">
      <h2 className="flex items-baseline gap-3 font-medium">
        <span>
          The window of turn {turn}{" "}
          <span className="font-normal text-ink-3">{describeBlocks(inWindow.length)}</span>
        </span>
        {link}
      </h2>
      <ol className="mt-1">
        {inWindow.map(({ block, place, mode }) => (
          <li key={place} className="border-b border-line py-0.5">
            <details>
              <summary className="flex cursor-pointer items-baseline gap-3">
                <span className="min-w-0 flex-1 truncate" dir="auto">
                  {revealText(block.name)}
                  {block.text !== null && <span className="ml-2 text-ink-3">{beginning(block.text)}</span>}
                </span>
                <span className="text-xs text-ink-3">
                  {labelKind(block.kind)}
                  {mode !== "full" && `, ${mode}`}
                </span>
                <span className="num w-20 text-right text-xs">{describeBlockSize(block)}</span>
              </summary>
              <p className="trace-text my-1 max-h-96 overflow-auto bg-sunken p-2" tabIndex={0}>
                {block.text === null ? "The text is not part of this." : revealText(block.text)}
              </p>
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}

function beginning(text: string): string {
  return stripLead(revealText(text.slice(0, BEGINNING_CHARS)).replace(/\s+/g, " ").trim());
}
