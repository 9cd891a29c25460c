import { definePolicy, type PolicyDefinition } from "../contract/policy";
import type { Policy } from "../contract/policy";

type Own<Options, State> = Pick<
  PolicyDefinition<Options, State>,
  "title" | "source" | "checked" | "malformed" | "keepEverything" | "tuned" | "options" | "state" | "step"
>;

/**
 * A condenser of OpenHands before its SDK.
 * @param name what stands behind `openhands-v0-` in its kind
 * @param type its name in the vendor's configuration
 */
export function defineCondenser<Options, State>(
  name: string,
  type: string,
  { title, ...own }: Own<Options, State>,
): Policy {
  return definePolicy({
    kind: `openhands-v0-${name}`,
    version: "d6fab190",
    title: `OpenHands V0 ${title}`,
    vendor: "OpenHands V0",
    configuration: { write: "toml", place: "config.toml", section: "condenser", first: { type } },
    runsOn: { harness: ["OpenHands"], except: ["OpenHands V1", "OpenHands SDK"] },
    archived: "OpenHands removed it with its version 0 in April 2026.",
    ...own,
  });
}
