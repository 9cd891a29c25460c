import { expect, it } from "vitest";
import { makeLetterCall } from "@/lib/testing/otel-calls";
import { workedExample } from "@/lib/testing/worked-example";
import { WindowRebuilder } from "./rebuild-window";

it("rebuilds the windows of its worked example as it says", () => {
  const rebuilder = new WindowRebuilder();
  const lines = workedExample("lib/importers/otel/rebuild-window.ts");
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) {
    const [, mark, letters = "", answer = "", told] =
      /^call \d: (\+?)(\S+(?: \S)*) +answers (\S) +-> (\w+: \S(?: \S)*)(?= {3,}|$)/.exec(line) ?? [];
    const rebuilt = rebuilder.next(makeLetterCall(letters.split(" "), answer, mark === "+"));
    const window = rebuilt?.body.flatMap(({ items }) => items.map(({ content }) => content.at(-1)));
    expect(`${line}: ${rebuilt?.mode}: ${window?.join(" ")}`).toBe(`${line}: ${told}`);
  }
});
