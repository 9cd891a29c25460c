import { useQuery } from "@tanstack/react-query";
import { makeApiRead } from "@/lib/api/request/request";
import type { FindingItem } from "@/lib/view/findings/finding-groups";
import { listClaimRows } from "@/lib/view/findings/claims";
import { readApi } from "../data/read-api";
import { useFrozen } from "../data/reader";
import { ViewLink as Link } from "../ui/view-link";

interface Props {
  sessionId: string;
  item: Pick<FindingItem, "id" | "claims">;
}

/** What was checked, each a link to its place. The claims are decided anew; a share shows them as they were. */
export function ClaimList({ sessionId, item: { id, claims } }: Props) {
  const frozen = useFrozen();
  const { data, error } = useQuery({
    queryKey: ["proof", sessionId, id],
    enabled: !frozen && id !== null,
    queryFn: ({ signal }) =>
      readApi(
        makeApiRead("/api/v1/sessions/{id}/findings/{finding}/proof", { id: sessionId, finding: id ?? "" }),
        signal,
      ),
  });
  const rows = listClaimRows(claims, data?.claims ?? null);
  return (
    <>
      <ul aria-label="Claims" className="mt-1 flex flex-col gap-y-0.5 text-xs text-ink-2">
        {rows.map(({ key, words, href, glyph, says }) => (
          <li key={key} className="flex gap-x-2">
            <span aria-hidden className={glyph === "✗" ? "text-dangling" : "text-ink-3"}>
              {glyph}
            </span>
            <span className="min-w-0 wrap-anywhere" dir="auto">
              {href === null ? (
                words
              ) : (
                <Link
                  href={href}
                  className="underline decoration-line-strong underline-offset-2 hover:text-ink hover:decoration-current"
                >
                  {words}
                </Link>
              )}
              <span className="sr-only"> {says}</span>
            </span>
          </li>
        ))}
      </ul>
      {error !== null && (
        <p className="mt-1 text-xs text-dangling">The claims could not be checked again: {error.message}</p>
      )}
    </>
  );
}
