import type { Claim } from "../../proof/claim";
import { CLAIMS_MAX } from "../../proof/claim";
import { readFullText } from "../../trace/fold/recording";
import { getFindingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { buildGoneClaims } from "../evidence/need-claims";
import type { PackPieces } from "./citation-marks";
import { hasPiece, joinPieces, findMarks, readPieces } from "./citation-marks";
import { nameOfBlock, shortenWords } from "../rule/subject";

const TEXT_CHARS_READ = 200_000;
const CASES_MAX = 50;
const SOURCED =
  /https?:\/\/\S|[\w.-]\/[\w./-]{0,200}\.\w{1,8}\b|\b[\w-]{1,80}\.(?:md|ts|tsx|js|py|go|rs|java|json|txt|pdf|html|ya?ml|sql|css|c|h|cpp)\b|["']?\b(?:source|file|path|url|uri|doc|document|citation|ref|chunk_?id|doc_?id|title|page|section)["']?\s{0,3}[:=#]|<(?:source|document|doc)\b/i;

export const citationUnresolved: FindingRule = {
  ...getFindingKind("citation.unresolved"),
  *find(input) {
    const { session, recording, index } = input;
    const packs = listPacks(input);
    const allPieces = joinPieces(packs.map(({ pieces }) => pieces));
    if (allPieces.kinds.size + allPieces.paths.size === 0) return;
    let count = 0;
    for (const turn of session.turns) {
      if (!turn.window.known) continue;
      const cited = turn.output.flatMap((number) => {
        const block = session.blocks[number];
        if (block?.kind !== "assistant_text") return [];
        return findMarks(readFullText(recording, block) ?? "", allPieces).map((mark) => ({ number, mark }));
      });
      if (cited.length === 0) continue;
      const standingPacks = packs.filter(
        ({ number }) => index.standing.findAt(number, turn.index) !== undefined,
      );
      const standingPieces = joinPieces(standingPacks.map(({ pieces }) => pieces));
      for (const { number, mark } of cited) {
        if (hasPiece(standingPieces, mark) || standsElsewhere(input, mark, turn.index)) continue;
        if (++count > CASES_MAX) return;
        const former = packs.find(({ pieces }) => hasPiece(pieces, mark));
        yield {
          from: turn.index,
          to: turn.index,
          blocks: [session.blocks[number]?.id ?? [], session.blocks[former?.number ?? -1]?.id ?? []].flat(),
          numbers: {},
          sentence: `The answer of turn ${turn.index} cites [${mark}], and ${former === undefined ? "no evidence pack has a piece of that name" : `${nameOfBlock(input, former.number)}, which has it, does not stand in the window`}.`,
          proof: { view: "turn", turn: turn.index },
          claims: [
            claimCited(input, number, mark, turn.index),
            ...packs.slice(0, CLAIMS_MAX - 1).flatMap((pack): Claim[] => {
              const block = session.blocks[pack.number]?.id ?? "";
              if (!standingPacks.includes(pack)) return buildGoneClaims(input, pack.number, turn.index);
              return [{ is: "absent", value: `[${mark}]`, turn: turn.index, block }];
            }),
          ],
        };
      }
    }
  },
};

interface Pack {
  readonly number: number;
  readonly pieces: PackPieces;
}

function listPacks({ session, recording, index }: FindingInput): Pack[] {
  return session.blocks.flatMap((block, number) =>
    block.kind === "retrieval" && index.listResidencies(number).length > 0
      ? [
          {
            number,
            pieces: readPieces(
              `${block.label ?? ""}\n${block.origin?.path ?? ""}\n${readFullText(recording, block) ?? ""}`,
            ),
          },
        ]
      : [],
  );
}

function standsElsewhere({ session, recording, index }: FindingInput, mark: string, turn: number): boolean {
  const place = mark.replace(/[:#].*$/s, "");
  if (!place.includes("/")) return false;
  return index.standing.listWindow(turn).some(({ block: number }) => {
    const block = session.blocks[number];
    if (block === undefined || block.kind === "retrieval" || block.kind === "assistant_text") return false;
    return (readFullText(recording, block) ?? "").includes(place);
  });
}

export const retrievalUncited: FindingRule = {
  ...getFindingKind("retrieval.uncited"),
  *find(input) {
    const { session, recording, index } = input;
    const texts = session.blocks.flatMap((block, number) => {
      if (block.kind !== "retrieval") return [];
      const from = index.listResidencies(number)[0]?.from;
      const text = readFullText(recording, block);
      return from === undefined || text === null || text.trim() === "" ? [] : [{ block, text, from }];
    });
    const cites = ({ block, text }: (typeof texts)[number]) =>
      block.origin !== null || block.label !== null || SOURCED.test(text.slice(0, TEXT_CHARS_READ));
    if (!texts.some(cites)) return;
    for (const retrieved of texts.filter((text) => !cites(text)).slice(0, CASES_MAX)) {
      yield {
        from: retrieved.from,
        to: retrieved.from,
        blocks: [retrieved.block.id],
        numbers: {},
        sentence: `The retrieved text "${shortenWords(retrieved.text, 60)}" stands in the window from turn ${retrieved.from} on and names no source, as others do.`,
        proof: { view: "block", block: retrieved.block.id },
      };
    }
  },
};

/** The answer says the mark; where it is one of a range, only the range is written. */
function claimCited({ session, recording }: FindingInput, number: number, mark: string, turn: number): Claim {
  const answer = session.blocks[number];
  const block = answer?.id ?? "";
  const isWritten = answer !== undefined && (readFullText(recording, answer) ?? "").includes(mark);
  return isWritten
    ? { is: "used", value: mark, turn, block }
    : { is: "count", n: 1, of: { in: "made", from: turn, to: turn, block } };
}
