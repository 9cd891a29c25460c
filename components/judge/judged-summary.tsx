import type { JudgedModel } from "@/lib/view/judge/judged-model";
import { ViewLink as Link } from "../ui/view-link";

/** The one sentence that says what went wrong, above everything else, with who says so. */
export function JudgedSummary({ model }: { model: JudgedModel | null }) {
  const summary = model?.summary ?? null;
  if (summary === null) return null;
  return (
    <p className="px-4 pt-3" dir="auto">
      <Link
        href={summary.href}
        className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
      >
        {summary.sentence}
      </Link>{" "}
      <span className="text-xs text-ink-3">{summary.by}</span>
    </p>
  );
}
