import { expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { workedExample } from "@/lib/testing/worked-example";
import { foldRecording } from "../trace/fold/recording";
import { deriveEvidence } from "./evidence-of";

it("the worked example of the value flow has the edges that it says", () => {
  const recording = foldRecording(
    trace()
      .turn((t) => t.user("Refund it.").calls("get_order", { id: 7 }, "c1"))
      .turn((t) => t.result("c1", "order 7: total 1,284.50").calls("refund", { amount: 1284.5 }, "c2"))
      .turn((t) => t.result("c2", "done"))
      .events(),
  );
  const { blocks } = recording.session;
  const nameOf = (block: number | null) => blocks[block ?? -1]?.id;
  const edges = deriveEvidence(recording, []).edges.map(
    ({ from, to, matched }) =>
      `edge ${nameOf(from)} -> ${nameOf(to.block)} at turn ${to.turn} by ${matched.join(", ")}`,
  );
  const told = workedExample("lib/core/evidence/value-flow.ts").filter((line) => line.startsWith("edge "));
  expect(edges).toEqual(told);
});
