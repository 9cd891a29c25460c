import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { FairGate } from "@/lib/fair-gate";
import { turnOf } from "./turn-of";

it("keeps no turn for a response that was closed before it asked", async () => {
  const gate = new FairGate({ atOnce: 1 });
  const closed = Object.assign(new EventEmitter(), { destroyed: true });
  expect(await turnOf(gate, "a", closed)).toBe("gone");
  expect(await gate.take("b")).toBeTypeOf("function");
});
