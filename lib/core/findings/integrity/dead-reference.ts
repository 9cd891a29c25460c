import { isFailedResult } from "../../evidence/failure";
import { readFullText } from "../../trace/fold/recording";
import { pairCalls } from "../../window/call-pairs";
import { getFindingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";

const ARGUMENT_CHARS_MAX = 20_000;

export const deadReference: FindingRule = {
  ...getFindingKind("reference.dead"),
  *find({ session, recording }) {
    const evictions = session.evictions.filter(
      ({ reference }) => reference !== null && ["path", "url", "artifact"].includes(reference.kind),
    );
    if (evictions.length === 0) return;
    const { resultOf } = pairCalls(session);
    const failed = [...resultOf].filter(([, result]) => isFailedResult(recording, result));
    const calls = failed.map(([call, result]) => {
      const block = session.blocks[call];
      const args =
        block === undefined ? "" : (readFullText(recording, block) ?? "").slice(0, ARGUMENT_CHARS_MAX);
      return { call, result, args, turn: block?.createdTurn ?? -1 };
    });
    for (const { block, turn, reference } of evictions) {
      const text = reference?.text ?? "";
      const tried = calls.find((call) => call.turn >= turn && text.length > 3 && call.args.includes(text));
      if (tried === undefined) continue;
      yield {
        from: turn,
        to: tried.turn,
        blocks: [block, tried.call, tried.result].flatMap((no) => session.blocks[no]?.id ?? []),
        numbers: { turns: tried.turn - turn },
        sentence: `"${text}" was left at turn ${turn} to get the content back; following it at turn ${tried.turn} failed.`,
        proof: { view: "turn", turn: tried.turn },
        suspected: session.blocks[tried.result]?.isError !== true,
        claims: [
          { is: "left", block: session.blocks[block]?.id ?? "", turn },
          {
            is: "used",
            value: text.slice(0, 400),
            turn: tried.turn,
            block: session.blocks[tried.call]?.id ?? "",
          },
        ],
      };
    }
  },
};
