import { appliedPolicySchema } from "@/lib/core/trace/applied-policy";
import { findId, nameIn } from "../../shared/bounds";
import { recordOf, stringOf } from "../../shared/values";
import type { Fact } from "../spans/facts";
import type { RawApi } from "../raw";
import { isAnswerKnown, readRawCall, RAW_APIS } from "../raw";
import { describeFailure } from "../raw/failure";
import type { Dialect } from "./dialect";

const UNKNOWN_FORM = "the answer is in a form that no reader knows, and no window shows it";
const NO_END = "the answer broke off";

/** A model call as a proxy or a client sent it: the bodies of the request and of the response. */
export const rawModelCall: Dialect = {
  id: "raw_call",
  label: "raw model call",
  checked: { on: "2026-11-22", against: "what clients of openai and @anthropic-ai/sdk send" },
  claims: ({ signal }) => signal === "call",
  read(record): Fact[] {
    const { request, response, api, side, error, cut, applied, notKept } = recordOf(record.body);
    const statedApi = RAW_APIS.find((rawApi): rawApi is RawApi => rawApi === api);
    const raw = readRawCall(request, response ?? {}, statedApi);
    if (raw === null) return [];
    const { isWhole, ...said } = raw;
    const ended = isWhole === true ? undefined : (stringOf(cut) ?? (isWhole === false ? NO_END : undefined));
    const isUnknown = isAnswerKnown(raw, response) === false;
    const agent = nameIn(recordOf(record.body).agent);
    return [
      {
        type: "call",
        record,
        joins: [`call:${record.spanId}`],
        ...said,
        error: describeFailure(error) ?? said.error ?? ended,
        side: findId(side),
        notKept: stringOf(notKept) ?? (isUnknown ? UNKNOWN_FORM : undefined),
        appliedPolicy: appliedPolicySchema.safeParse(applied).data,
      },
      ...(agent === undefined ? [] : [{ type: "session" as const, record, agent }]),
    ];
  },
};
