import type { History } from "../contract/history";

const BROWSER_TOOLS: ReadonlySet<string> = new Set(["browser", "browse", "browse_interactive", "web_read"]);
const URL_LINE = /^\s*\[Current URL: (.*)\]/;
const OPENED = /\bgoto\(\s*["']([^"']+)["']/;

/** Empty if unknown, `null` if it is not a browser observation. */
export function pageUrl(history: History, index: number): string | null {
  const { role, text, source } = history.at(index);
  if (role !== "tool") return null;
  const line = URL_LINE.exec(text)?.[1];
  if (line !== undefined) return line;
  if (!BROWSER_TOOLS.has(history.toolNameOf(index) ?? "")) return null;
  return source?.origin ?? askedFor(history.callOf(index)?.call.args) ?? "";
}

function askedFor(args: unknown): string | undefined {
  if (typeof args !== "object" || args === null) return undefined;
  if ("url" in args && typeof args.url === "string") return args.url;
  if ("code" in args && typeof args.code === "string") return OPENED.exec(args.code)?.[1];
  return undefined;
}
