import { Checker } from "../proof/checker";
import type { Claim } from "../proof/claim";
import type { Recording } from "../trace/fold/recording";
import type { InSteps } from "../steps";
import type { Session } from "../trace/session";
import type { ResidencyIndex } from "../window/residency-index";
import { indexResidencies } from "../window/residency-index";
import type { CacheBreak } from "./breaks";

/** A loss whose cause the checker has decided. */
export interface ProvedBreak extends CacheBreak {
  /** `proved` where all claims of its cause hold; an unexplained loss is only suspected to be anything. */
  readonly standing: "proved" | "suspected";
  /** What the record shows beside the counts: of an unexplained loss, what did not change. */
  readonly claims: readonly Claim[];
}

/** A loss per step. A cause of which a claim does not hold, or cannot be decided, is none that is known. */
export function* proveCausesInSteps(
  recording: Recording,
  breaks: readonly CacheBreak[],
): InSteps<readonly ProvedBreak[]> {
  if (breaks.length === 0) return [];
  const { session } = recording;
  const [checker, standing] = [new Checker(recording), indexResidencies(session)];
  const holds = (claim: Claim) => checker.check(claim) === true;
  const proved: ProvedBreak[] = [];
  for (const cacheBreak of breaks) {
    yield;
    const claims = buildCauseClaims(session, standing, cacheBreak);
    const isProved = cacheBreak.cause !== "unexplained" && claims.length > 0 && claims.every(holds);
    proved.push(
      isProved
        ? { ...cacheBreak, claims, standing: "proved" }
        : {
            ...cacheBreak,
            cause: "unexplained",
            standing: "suspected",
            claims: buildUnchangedClaims(cacheBreak).filter(holds),
          },
    );
  }
  return proved;
}

function buildCauseClaims(session: Session, standing: ResidencyIndex, cacheBreak: CacheBreak): Claim[] {
  const { turn, before, cause, ttlMs, minPrefix, edit } = cacheBreak;
  const pair = { turn, before };
  switch (cause) {
    case "idle":
      return [{ is: "pause", ...pair, atLeast: ttlMs + 1 }];
    case "model_changed":
      return [{ is: "compared", ...pair, of: "model", same: false }];
    case "too_short":
      return [{ is: "usage", turn, of: "input", atMost: minPrefix - 1 }];
    case "unexplained":
      return [];
    default:
      if (cacheBreak.by === "tools") return [{ is: "compared", ...pair, of: "tools", same: false }];
      if (cacheBreak.by === "provider")
        return [{ is: "count", n: 1, atLeast: true, of: { in: "edits", turn } }];
      return edit === null ? [] : buildEditClaims(session, standing, cacheBreak, edit.block);
  }
}

/** The windows differ there, and what stands there is what the cause says. */
function buildEditClaims(
  { blocks }: Session,
  standing: ResidencyIndex,
  { turn, before, cause }: CacheBreak,
  number: number,
): Claim[] {
  const block = blocks[number];
  if (block === undefined) return [];
  const at = standing.findAt(number, before) === undefined ? turn : before;
  const isOfKind: Claim = {
    is: "count",
    n: 1,
    of: { in: "window", turn: at, block: block.id, kind: block.kind },
  };
  return [
    { is: "compared", turn, before, of: "window", same: false, block: block.id },
    ...(cause === "window_edited" ? [] : [isOfKind]),
  ];
}

function buildUnchangedClaims({ turn, before }: CacheBreak): Claim[] {
  return (["window", "tools", "model"] as const).map((of) => ({
    is: "compared",
    ...{ turn, before, of },
    same: true,
  }));
}
