import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { analyseRecording, findAll } from "../find";

const SPLICED = "https://docs.example.org/pricing/changelog";

const isTold = (tool: string, args: object, result: string | null, more: object = {}) => {
  const story = trace()
    .turn((t) => t.user("Research.").calls("search", { q: 1 }, "c1").calls("search", { q: 2 }, "c2"))
    .turn((t) =>
      t
        .result("c1", "see https://docs.example.org/pricing/plans and src/billing/invoice-totals.ts")
        .result("c2", "see https://blog.example.net/2026/changelog and lib/shipping/parcel-labels.ts"),
    )
    .turn((t) => t.calls(tool, args, "c3"));
  if (result !== null) story.turn((t) => t.result("c3", result, more).says("I see."));
  const { findings } = findAll(analyseRecording(foldRecording(story.events())));
  return findings.some(({ code }) => code === "reference.spliced");
};

describe("an address that is put together and only called", () => {
  it.each<[string, object, string | null, object?]>([
    ["fetch", { url: SPLICED }, null],
    ["fetch", { url: SPLICED }, "HTTP 404 Not Found"],
    ["fetch", { url: SPLICED }, `404 Not Found for url: ${SPLICED}`],
    ["fetch", { url: SPLICED }, `Error: could not resolve ${SPLICED}`, { isError: true }],
    ["send_mail", { to: "ann", body: `See ${SPLICED}` }, "sent"],
    ["publish_link", { link: SPLICED }, JSON.stringify({ ok: true, link: SPLICED })],
    ["http_post", { base_url: "https://docs.example.org", path: "/pricing/changelog" }, "accepted"],
    ["http_post", { host: "docs.example.org", path: "pricing/changelog" }, "accepted"],
    [
      "bash",
      { command: `curl -s ${SPLICED}` },
      `curl: (22) The requested URL returned error: 404 ${SPLICED}`,
    ],
    ["bash", { command: `git remote add docs ${SPLICED}` }, "ok"],
  ])("is told: %s %j → %s", (tool, args, result, more) => {
    expect(isTold(tool, args, result, more)).toBe(true);
  });

  it.each<[string, object, string | null]>([
    ["fetch", { url: SPLICED }, "# Changelog\nAll changes of the price list."],
    ["bash", { command: `curl -s ${SPLICED} | head` }, "# Changelog\nAll changes of the price list."],
    ["fetch", { url: "https://docs.example.org/pricing/plans" }, "HTTP 404 Not Found"],
    ["http_post", { base_url: "https://docs.example.org", path: "/pricing/plans" }, "accepted"],
    ["http_post", { host: "api.other.example", path: "/pricing/changelog" }, "accepted"],
  ])("is none where it is there, known or new: %s %j → %s", (tool, args, result) => {
    expect(isTold(tool, args, result)).toBe(false);
  });
});

describe("a path or an id that is put together", () => {
  const story = (tool: string, args: object, answer: string, isError = true, more = "") => {
    const found = trace()
      .turn((t) => t.user("Look into it.").calls("search", { q: 1 }, "c1"))
      .turn((t) =>
        t.result(
          "c1",
          `src/billing/invoice-totals.ts lib/shipping/parcel-labels.ts test/unit/core/run.ts ids: ord_48213377 and ord_99164402 ${more}`,
        ),
      )
      .turn((t) => t.calls(tool, args, "c2"))
      .turn((t) => t.result("c2", answer, { isError }).says("I see."));
    const { findings } = findAll(analyseRecording(foldRecording(found.events())));
    return findings.filter(({ code }) => code === "reference.spliced");
  };
  const GONE = "Error: no such file";

  it.each<[string, object]>([
    ["read_file", { path: "src/billing/parcel-labels.ts" }],
    ["read_file", { path: "src/unit/parcel-labels.ts" }],
    ["bash", { command: "cat src/billing/parcel-labels.ts" }],
    ["get_order", { id: "ord_48214402" }],
  ])("is told where the call failed: %s %j", (tool, args) => {
    expect(story(tool, args, GONE)).toMatchObject([{ severity: null, standing: "suspected", from: 2 }]);
  });

  it.each<[string, Parameters<typeof story>]>([
    ["it worked", ["read_file", { path: "src/billing/parcel-labels.ts" }, "export const labels = 1;", false]],
    ["it is known", ["read_file", { path: "src/billing/invoice-totals.ts" }, GONE]],
    [
      "its name stood alone",
      ["read_file", { path: "src/billing/parcel-labels.ts" }, GONE, true, "\nparcel-labels.ts"],
    ],
    ["a part is new", ["read_file", { path: "src/billing/refunds.ts" }, GONE]],
    ["it is a path above", ["list", { path: "src/billing" }, GONE]],
    ["one of its halves is new", ["get_order", { id: "ord_48217700" }, "Error: not found"]],
    ["an id is of another form", ["get_order", { id: "ORD-48214402" }, "Error: not found"]],
  ])("is none where %s", (_, asked) => expect(story(...asked)).toEqual([]));
});
