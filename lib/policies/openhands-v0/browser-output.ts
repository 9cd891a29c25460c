import { z } from "zod";
import { setText } from "../contract/message";
import type { StepInput, StepResult } from "../contract/policy";
import { defineCondenser } from "./condenser";
import type { History } from "../contract/history";

const BROWSER_TOOLS: ReadonlySet<string> = new Set(["browser", "browse", "browse_interactive", "web_read"]);
const URL_LINE = /^\s*\[Current URL: (.*)\]/;
const OPENED = /\bgoto\(\s*["']([^"']+)["']/;

/** Empty if unknown, `null` if it is not a browser observation. */
function pageUrl(history: History, index: number): string | null {
  const { role, text, source } = history.at(index);
  if (role !== "tool") return null;
  const line = URL_LINE.exec(text)?.[1];
  if (line !== undefined) return line;
  if (!BROWSER_TOOLS.has(history.toolNameOf(index) ?? "")) return null;
  return source?.origin ?? findAskedFor(history.callOf(index)?.call.args) ?? "";
}

function findAskedFor(args: unknown): string | undefined {
  if (typeof args !== "object" || args === null) return undefined;
  if ("url" in args && typeof args.url === "string") return args.url;
  if ("code" in args && typeof args.code === "string") return OPENED.exec(args.code)?.[1];
  return undefined;
}

const options = z.object({
  /** How many of the newest browser observations (not events) stay unchanged. */
  attention_window: z.number().int().positive().default(1),
});

const page = z.object({ index: z.number().int().nonnegative(), url: z.string() });

const state = z.object({
  readTo: z.number().int().nonnegative().default(0),
  /** The browser observations that stand in full, oldest first; never more than the window. */
  inFull: z.array(page).default([]),
});

/** URLs of browser observations by message id, if the recording knows them. */
const signals = z.object({ browser: z.record(z.string(), z.string()).default({}) });

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

export const browserOutput = defineCondenser("browser-output", "browser_output_masking", {
  title: "browser output masking",
  source: "browser_output_condenser.py, read.",
  checked: { on: "2026-11-22", against: "OpenHands d6fab190, browser_output_condenser.py" },
  malformed: null,
  keepEverything: { attention_window: Number.MAX_SAFE_INTEGER },
  options,
  state,
  step,
});

function step({ options, state, history, request }: Input): StepResult {
  const { browser } = signals.parse(request.signals);
  const leaving: z.infer<typeof page>[] = [];
  for (; state.readTo < history.length; state.readTo++) {
    const url = browser[history.at(state.readTo).id] ?? pageUrl(history, state.readTo);
    if (url !== null) state.inFull.push({ index: state.readTo, url });
  }
  while (state.inFull.length > options.attention_window) {
    const oldest = state.inFull.shift();
    if (oldest !== undefined) leaving.push(oldest);
  }
  const unknown = leaving.filter(({ url }) => url === "").length;
  return {
    changes: leaving.map(({ index, url }) => ({
      status: "cleared",
      index,
      message: setText(history.at(index), `Visited URL ${url}\nContent omitted`),
    })),
    decisions: leaving.map(({ index, url }) => ({
      action: "clear",
      from: index,
      to: index + 1,
      rule: "browser_output_masking",
      reason: `It is not among the newest ${options.attention_window} browser observations.`,
      numbers: { attention_window: options.attention_window },
      reference: url === "" ? null : url,
    })),
    notes: unknown === 0 ? [] : [`The recording does not tell the URL of ${unknown} pages that left.`],
  };
}
