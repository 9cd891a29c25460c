import type { ReplayPart } from "@/lib/incident/replay-part";
import { count } from "../format/format";

export interface ReplayRow {
  readonly title: string;
  readonly dangling: string;
  readonly tokens: string;
  readonly evictions: string;
}

export function replayRows({ recorded, policies }: ReplayPart): ReplayRow[] {
  return [
    {
      title: "As recorded",
      dangling: count(recorded.dangling),
      tokens: count(recorded.tokensSent),
      evictions: count(recorded.evictions),
    },
    ...policies
      .filter(({ isRecorded }) => !isRecorded)
      .map(({ title, dangling, tokensSent, evictions }) => ({
        title,
        dangling: count(dangling),
        tokens: count(tokensSent),
        evictions: count(evictions),
      })),
  ];
}
