import { z } from "zod";
import type { History } from "../contract/history";
import { setText } from "../contract/message";
import type { Decision } from "../contract/policy";
import { listChangedPositions, defineWrapper, type WrapperInput, type WrapperResult } from "./wrapper";

/**
 * Only restorable content may leave, and it leaves a reference: a removed result becomes the path, URL or artifact that
 * it came from. Content without a known origin stays.
 */
export const withRestoration = defineWrapper({
  id: "restoration",
  title: "restorable only",
  source: "What leaves no reference does not leave.",
  state: z.object({}),
  correct: correctStep,
});

function correctStep({ history, shown, request, changesBefore }: WrapperInput<object>): WrapperResult {
  const decisions: Decision[] = [];
  for (const index of listChangedPositions({ shown, changesBefore })) {
    const status = shown.statusAt(index);
    if (status === "kept" || status === "trimmed") continue;
    const message = history.at(index);
    const origin = findOrigin(history, index);
    const row = { from: index, to: index + 1, numbers: { tokens: request.countMessage(message) } };
    if (origin === null) {
      shown.apply([{ status: "kept", from: index, to: index + 1 }]);
      decisions.push({
        ...row,
        action: "protect",
        rule: "not-restorable",
        reason: `It would have been ${status}, but nothing leads back to it.`,
        reference: null,
      });
      continue;
    }
    const text = `[Left the window. It can be read again from ${origin}]`;
    shown.apply([{ status: "cleared", index, message: setText(message, text) }]);
    decisions.push({
      ...row,
      action: "clear",
      rule: "restorable",
      reason: `The policy let it go; ${origin} leads back to it.`,
      reference: text,
    });
  }
  return { decisions };
}

function findOrigin(history: History, index: number): string | null {
  const message = history.at(index);
  if (message.role !== "tool") return null;
  return message.source?.origin ?? findNamed(history.callOf(index)?.call.args) ?? null;
}

const LOCATION = /^(https?:\/\/\S+|(\.{0,2}\/)?[\w.@~-]+(\/[\w.@~-]+)+|[\w-]+\.\w{1,8})$/;

function findNamed(args: unknown): string | undefined {
  const values: unknown[] = typeof args === "object" && args !== null ? Object.values(args) : [args];
  return values.find((value): value is string => typeof value === "string" && LOCATION.test(value));
}
