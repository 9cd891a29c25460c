import { z } from "zod";
import { definePolicy, type StepInput, type StepResult } from "../contract/policy";
import type { Change } from "../contract/projection";
import { lengthOfLastSlice } from "../shared/python-text";

const options = z.object({
  keep_first: z.number().int().nonnegative().default(1),
  max_events: z.number().int().positive().default(100),
});

const state = z.object({
  removedTo: z.number().int().nonnegative().default(0),
  copies: z.number().int().nonnegative().default(0),
});

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

export const openhandsV0RecentEvents = definePolicy({
  kind: "openhands-v0-recent-events",
  version: "d6fab190",
  title: "OpenHands V0 recent events",
  vendor: "OpenHands V0",
  configuration: { write: "toml", place: "config.toml", section: "condenser", first: { type: "recent" } },
  runsOn: { harness: ["OpenHands"], except: ["OpenHands V1", "OpenHands SDK"] },
  source: "recent_events_condenser.py at this commit.",
  malformed: "Events are counted, so a result may stay whose call left; a short history repeats its head.",
  keepEverything: null,
  options,
  state,
  step,
});

function step({ options, state, history }: Input): StepResult {
  const { length } = history;
  const head = Math.min(options.keep_first, length);
  const tail = length - lengthOfLastSlice(length, Math.max(0, options.max_events - head));
  const changes: Change[] = [];
  for (let i = tail; i < head; i++) {
    const message = { ...history.at(i), id: `${history.at(i).id}:again` };
    if (head !== state.copies) changes.push({ status: "inserted", before: head, message });
  }
  for (let i = 0; i < Math.min(tail, state.copies); i++)
    changes.push({ status: "withdrawn", id: `${history.at(i).id}:again` });
  state.copies = head;
  const from = Math.max(head, state.removedTo);
  const inserted = changes.some(({ status }) => status === "inserted");
  if (tail > from) {
    changes.push({ status: "removed", from, to: tail });
    state.removedTo = tail;
  }
  const numbers = { events: length, keep_first: options.keep_first, max_events: options.max_events };
  const row = { rule: "recent_events", numbers, reference: null };
  return {
    changes,
    decisions: [
      ...(inserted
        ? ([
            { ...row, action: "insert", from: 0, to: head, reason: "The head is repeated in the tail." },
          ] as const)
        : []),
      ...(tail > from
        ? ([
            { ...row, action: "remove", from, to: tail, reason: `Only ${options.max_events} events stay.` },
          ] as const)
        : []),
    ],
  };
}
