import type { Tokens } from "@/lib/core/units";

const FALLBACK_THRESHOLD: Tokens = 240_000;
const WINDOW_SHARE = 0.9;

const WINDOWS: readonly (readonly [Tokens, ReadonlySet<string>])[] = [
  [
    1_047_576,
    new Set(
      "gpt-5.6 gpt-5.6-sol gpt-5.6-terra gpt-5.6-luna gpt-5.4 gpt-5.4-pro gpt-4.1 gpt-4.1-mini gpt-4.1-nano".split(
        " ",
      ),
    ),
  ],
  [
    400_000,
    new Set(
      "gpt-5 gpt-5-codex gpt-5-mini gpt-5-nano gpt-5-pro gpt-5.1 gpt-5.1-codex gpt-5.1-codex-max gpt-5.1-codex-mini gpt-5.2 gpt-5.2-codex gpt-5.2-codex-cyber gpt-5.2-pro gpt-5.3-codex gpt-5.3-codex-spark gpt-5.4-mini gpt-5.4-nano".split(
        " ",
      ),
    ),
  ],
  [
    200_000,
    new Set(
      "codex-mini-latest o1 o1-pro o3 o3-mini o3-pro o3-deep-research o4-mini o4-mini-deep-research".split(
        " ",
      ),
    ),
  ],
  [
    128_000,
    new Set(
      "gpt-4o gpt-4o-mini gpt-5-chat-latest gpt-5.1-chat-latest gpt-5.2-chat-latest gpt-5.3-chat-latest".split(
        " ",
      ),
    ),
  ],
];

/** The server is asked to compact from this many tokens on: nine tenths of a known model's window, else 240,000. */
export function computeSandboxThreshold(model: string | null): Tokens {
  const name = (model ?? "").trim().toLowerCase().split("/").at(-1) ?? "";
  const undated = name.replace(/-\d{4}-\d{2}-\d{2}$/, "");
  const known = WINDOWS.find(([, names]) => names.has(undated));
  return known === undefined ? FALLBACK_THRESHOLD : Math.floor(known[0] * WINDOW_SHARE);
}
