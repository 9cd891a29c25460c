import { pinRows, pinSentences } from "@/lib/view/replay/pin-rows";
import type { ResultRow } from "@/lib/view/replay/results";
import { LineKey } from "./line-key";

const HEADS = ["Block", "Needed by", "Without the pin", "Used at", "What keeping it took"] as const;

export function PinList({ rows, currency }: { rows: readonly ResultRow[]; currency: string }) {
  const sentences = pinSentences(rows, currency);
  const pins = pinRows(rows, currency);
  if (sentences.length === 0) return null;
  return (
    <section aria-label="What pins saved" className="mt-4 text-xs">
      <h2 className="font-medium">What pins saved</h2>
      {sentences.map((text) => (
        <p key={text} className="text-ink-2">
          {text}
        </p>
      ))}
      {pins.length > 0 && (
        <div className="mt-1 overflow-x-auto" tabIndex={0} role="region" aria-label="Blocks that pins kept">
          <table className="w-full min-w-max">
            <thead>
              <tr className="border-b border-line-strong text-left text-ink-3">
                {HEADS.map((head) => (
                  <th key={head} scope="col" className="py-1 pr-3 font-normal">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {pins.map(({ key, letter, block, neededBy, saved, used, cost }) => (
                <tr key={key} className="border-b border-line">
                  <th scope="row" className="py-1 pr-3 text-left font-normal">
                    <LineKey letter={letter} />
                    <span dir="auto">{block}</span>
                  </th>
                  {[neededBy, saved, used, cost].map((text, i) => (
                    <td key={HEADS[i + 1]} className="py-1 pr-3" dir="auto">
                      {text}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
