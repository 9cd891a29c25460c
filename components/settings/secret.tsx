import { copyAndSay } from "../data/copy-link";

/**
 * Shown once.
 * @param name what the secret is called in a sentence: `key`
 */
export function Secret({ text, name }: { text: string; name: string }) {
  return (
    <div role="status" className="mt-3 border-l-2 border-pinned pl-3">
      <p>This is the {name}. Copy it now; it is not shown again.</p>
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <code className="code break-all select-all" data-testid="secret">
          {text}
        </code>
        <button type="button" className="btn" onClick={() => copyAndSay(text, "Secret")}>
          Copy
        </button>
      </div>
    </div>
  );
}
