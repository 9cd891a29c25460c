import type { Snippet } from "@/lib/view/connect/guides/guide";
import { CopyButton } from "../ui/copy-button";

export function SnippetBox({ title, text }: Snippet) {
  return (
    <figure className="mt-4">
      <figcaption className="flex items-center justify-between gap-2 pb-1 text-xs text-ink-2">
        {title}
        <CopyButton text={text} label="Copy" />
      </figcaption>
      <pre
        tabIndex={0}
        role="region"
        aria-label={title}
        className="code overflow-x-auto rounded border border-line bg-sunken p-3 text-xs leading-5"
      >
        {text}
      </pre>
    </figure>
  );
}
