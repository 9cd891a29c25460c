import type { ReplayResultInput } from "@/lib/view/answers";
import { KEEP_HEADS, keepWords } from "@/lib/view/replay/keep-words";

/** So many are read at a glance; more are folded. */
const OPEN_MAX = 5;

/** Which blocks would have had to stay, and at what price: the first answer to what would have kept it. */
export function KeepList({ keep }: { keep: ReplayResultInput["keep"] | undefined }) {
  const words = keepWords(keep);
  if (words === null) return null;
  const { sentence, rows, more } = words;
  return (
    <section aria-label="What would have kept it" className="mb-2 max-w-4xl">
      {rows.length === 0 ? (
        <p>{sentence}</p>
      ) : (
        <details open={rows.length <= OPEN_MAX}>
          <summary className="w-fit cursor-pointer font-medium">{sentence}</summary>
          <table className="mt-1 w-full text-xs">
            <thead>
              <tr className="border-b border-line-strong text-left text-ink-3">
                {KEEP_HEADS.map((head) => (
                  <th key={head} scope="col" className="py-1 pr-3 font-normal">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name, cells }) => (
                <tr key={key} className="border-b border-line">
                  <th scope="row" className="py-1 pr-3 text-left font-normal wrap-anywhere" dir="auto">
                    {name}
                  </th>
                  {cells.map((text, i) => (
                    <td key={KEEP_HEADS[i + 1]} className="num py-1 pr-3">
                      {text}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {more !== null && <p className="text-xs text-ink-3">{more}</p>}
        </details>
      )}
    </section>
  );
}
