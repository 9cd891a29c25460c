import { appliedPolicySchema } from "@/lib/core/trace/applied-policy";
import { idIn, nameIn } from "../../shared/bounds";
import { recordOf, stringOf } from "../../shared/values";
import type { Fact } from "../spans/facts";
import type { RawApi } from "../raw";
import { rawCall, RAW_APIS } from "../raw";
import type { Dialect } from "./dialect";

export const rawModelCall: Dialect = {
  id: "raw_call",
  label: "raw model call",
  claims: ({ signal }) => signal === "call",
  read(record): Fact[] {
    const { request, response, api, side, error, applied, notKept } = recordOf(record.body);
    const stated = RAW_APIS.find((known): known is RawApi => known === api);
    const raw = rawCall(request, response ?? {}, stated);
    if (raw === null) return [];
    const agent = nameIn(recordOf(record.body).agent);
    return [
      {
        type: "call",
        record,
        joins: [`call:${record.spanId}`],
        ...raw,
        error: stringOf(recordOf(error).message) ?? stringOf(error) ?? raw.error,
        side: idIn(side),
        notKept: stringOf(notKept),
        appliedPolicy: appliedPolicySchema.safeParse(applied).data,
      },
      ...(agent === undefined ? [] : [{ type: "session" as const, record, agent }]),
    ];
  },
};
