import type { Guide, GuideGroup } from "./guides/guide";
import { CODING_AGENTS } from "./guides/coding-agents";
import { FRAMEWORKS } from "./guides/frameworks";
import { PLAIN_HTTP } from "./guides/plain-http";

export const GUIDE_GROUPS: readonly { readonly label: GuideGroup; readonly guides: readonly Guide[] }[] = [
  { label: "Coding agents", guides: CODING_AGENTS },
  { label: "SDKs and frameworks", guides: FRAMEWORKS },
  { label: "Plain HTTP", guides: PLAIN_HTTP },
];

export const GUIDES: readonly Guide[] = GUIDE_GROUPS.flatMap(({ guides }) => guides);

/** The first guide without an id; `undefined` for an unknown id. */
export function findGuide(id: string | undefined): Guide | undefined {
  return id === undefined ? GUIDES[0] : GUIDES.find((guide) => guide.id === id);
}
