import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";

const codesAfter = (said: string, summary = "Half of the invoices are booked.") => {
  const story = trace()
    .turn((t) => t.system("You help with invoices.").user("Book the invoices of May.", "goal"))
    .turn((t) => t.user(said, "said").says("Understood."))
    .turn((t) => t.compact("sum", summary, ["said"]).says("On."));
  return findAll(analyseRecording(foldRecording(story.events())))
    .findings.map(({ code }) => code)
    .filter((code) => code.startsWith("constraint."));
};

describe("an order that a compaction takes away", () => {
  it.each([
    ["Round every amount to two decimals.", undefined],
    ["Lösche niemals Kundendaten.", "Die Hälfte der Rechnungen ist gebucht, und der Rest wird noch geprüft."],
  ])("is told: %s", (said, summary) => expect(codesAfter(said, summary)).toEqual(["constraint.lost"]));

  it.each(["> Never touch the generated files.", "```\n# never touch the generated files\n```"])(
    "is none where a message quotes it: %s",
    (said) => expect(codesAfter(said)).toEqual([]),
  );

  it("is kept where the summary says it in other words", () => {
    expect(codesAfter("Round every amount to two decimals.", "Amounts: round to two decimals each.")).toEqual(
      [],
    );
  });

  it("is compared with a summary in its own language only", () => {
    const said = "Lösche niemals Kundendaten.";
    expect(
      codesAfter(
        said,
        `Die Hälfte der Rechnungen ist gebucht, und der Rest wird noch geprüft. Kundendaten werden niemals gelöscht.`,
      ),
    ).toEqual([]);
    expect(
      codesAfter(
        said,
        `Die Hälfte der Rechnungen ist gebucht, und der Rest wird noch geprüft. Lösche niemals Kundendaten.`,
      ),
    ).toEqual([]);
    expect(
      codesAfter(said, "La moitié des factures est enregistrée, et le reste est dans la liste."),
    ).toEqual([]);
    expect(
      codesAfter(said, "Half of the invoices are booked, and the rest is in the list that is open."),
    ).toEqual([]);
    expect(codesAfter(said, "Rechnungen gebucht.")).toEqual(["constraint.lost"]);
  });
});
