import type { TraceEvent } from "@/lib/core/trace/event";
import { prose, PUBLISHING } from "./filler";
import { Story } from "./story";

const PLAN = "run-4412";
const HOST = "https://docs.northwind-api.example";
const FORMAT_RULE = "Every price stands in a table, never in running text.";

const PAGES = [
  "/pricing/2026-03",
  "/pricing/archive",
  "/changelog",
  "/changelog/2026-02",
  "/guides/batch",
  "/guides/caching",
  "/limits",
  "/limits/regions",
  "/models",
  "/models/preview",
  "/status/history",
  "/guides/migration",
  "/guides/quotas",
] as const;

/**
 * Ninety minutes of a publishing daemon. Every call succeeds and the process stays up. At 0:41 it fetches a page that
 * is still in the window. At 1:03 it cites an address that it made out of two real ones. At 1:22 a format check fails
 * although the rule stands in the window, below thousands of tokens of results. At 1:30 the window overflows and loses
 * its oldest part, which holds the plan. Then the daemon goes on.
 */
export function publishingDaemon(): TraceEvent[] {
  const story = new Story(
    "demo-publishing-daemon",
    Date.UTC(2026, 4, 20, 6, 0),
    {
      name: "Publishing daemon: ninety minutes to no plan",
      agent: "publisher 2.1",
      model: "claude-sonnet-4-5",
      contextWindow: 40_000,
      tags: ["demo", "postmortem"],
      source: { format: "demo" },
      policy: { kind: "front-truncation" },
      notes: ["Written as a demonstration: token figures follow from the text, not from a provider."],
    },
    5,
  );
  open(story);
  research(story);
  degrade(story);
  truncate(story);
  story.tell("session.ended", {
    outcome: "failed",
    reason: "Stopped by a person: the last sections belong to no plan.",
  });
  return story.events();
}

function open(story: Story): void {
  story.add({
    id: "system",
    kind: "system_rules",
    content: `You write and publish comparison posts from primary sources. Cite an address only if a tool returned it.\n${FORMAT_RULE}\nDo not publish before every gate has passed.`,
  });
  story.add({
    id: "goal",
    kind: "user_goal",
    content:
      "Job 4412: compare the usage tiers of the Northwind API before and after March 2026, with sources. English only.",
  });
  story.at("0:00").answer({
    says: "I list what there is first.",
    calls: [{ id: "index", tool: "search_site", args: { query: "usage tiers pricing 2026" } }],
  });
  story.at("0:01").result(
    "index",
    PAGES.slice(0, 12)
      .map((page, i) => `${i + 1}. ${HOST}${page}`)
      .join("\n"),
  );
  story.answer({
    says:
      "Plan for job 4412\n- [ ] research: fetch the pricing, limits and changelog pages\n- [ ] draft sections 1 and 2\n- [ ] draft section 3\n" +
      "- [ ] gate: format and schema\n- [ ] gate: links\n- [ ] publish\nconstraints: no pricing claim without its source; English only",
    calls: [fetchCall("fetch-1", PAGES[0])],
  });
  story.tell("plan.declared", {
    planId: PLAN,
    turn: 1,
    block: "answer-2",
    title: "Job 4412",
    steps: [
      { id: "research", text: "Fetch the pricing, limits and changelog pages" },
      { id: "draft-1-2", text: "Draft sections 1 and 2", dependsOn: ["result:fetch-1", "result:fetch-3"] },
      { id: "draft-3", text: "Draft section 3", dependsOn: ["result:fetch-5", "result:fetch-7"] },
      { id: "gate-format", text: "Gate: format and schema", dependsOn: ["draft-3"] },
      { id: "gate-links", text: "Gate: links", dependsOn: ["draft-3"] },
      { id: "publish", text: "Publish", dependsOn: ["gate-format", "gate-links"] },
    ],
  });
  story.tell("plan.step", { planId: PLAN, turn: 1, step: "research", status: "started" });
}

function research(story: Story): void {
  const times = ["0:02", "0:04", "0:05", "0:07", "0:09", "0:10"];
  times.forEach((time, i) => {
    story.at(time).result(`fetch-${i + 1}`, page(PAGES[i] ?? "/", 400 + i, 15_000), {
      origin: { url: `${HOST}${PAGES[i]}` },
    });
    const next = PAGES[i + 1];
    if (i === times.length - 1 || next === undefined) return;
    story.answer({ says: `Fetched ${PAGES[i]}. Next ${next}.`, calls: [fetchCall(`fetch-${i + 2}`, next)] });
  });
  story.tell("plan.step", { planId: PLAN, turn: story.turn - 1, step: "draft-1-2", status: "started" });
  story.at("0:14").answer({
    says: `Section 1 and 2 drafted from ${HOST}/pricing/2026-03 and ${HOST}/changelog.`,
    calls: [{ id: "save-2", tool: "save_draft", args: { section: 2, file: "drafts/4412-2.md" } }],
  });
  story.tell("plan.step", {
    planId: PLAN,
    turn: story.turn - 1,
    step: "draft-1-2",
    status: "completed",
    output: ["call:save-2"],
  });
  story.result("save-2", '{"saved":"drafts/4412-2.md","words":640}');
  ["0:19", "0:24", "0:29", "0:35"].forEach((time, i) => {
    const number = 7 + i;
    const place = PAGES[number - 1] ?? "/";
    story.at(time).answer({ says: `Next ${place}.`, calls: [fetchCall(`fetch-${number}`, place)] });
    story.result(`fetch-${number}`, page(place, 500 + i, 17_000), { origin: { url: `${HOST}${place}` } });
  });
}

function degrade(story: Story): void {
  story
    .at("0:41")
    .answer({ says: "For section 3 I need the batch guide.", calls: [fetchCall("fetch-again", PAGES[4])] });
  story.result("fetch-again", page(PAGES[4], 404, 15_000), { origin: { url: `${HOST}${PAGES[4]}` } });
  story.at("0:52").answer({ says: "And the preview models.", calls: [fetchCall("fetch-12", PAGES[11])] });
  story.result("fetch-12", page(PAGES[11], 520, 17_000), { origin: { url: `${HOST}${PAGES[11]}` } });
  story.tell("plan.step", { planId: PLAN, turn: story.turn, step: "draft-3", status: "started" });
  story.at("1:03").answer({
    says: `Section 3 drafted. The tiers before March are listed at ${HOST}/pricing/2026-03/changelog.`,
    calls: [{ id: "save-3", tool: "save_draft", args: { section: 3, file: "drafts/4412-3.md" } }],
  });
  story.result("save-3", '{"saved":"drafts/4412-3.md","words":890}');
  story.tell("plan.step", {
    planId: PLAN,
    turn: story.turn - 1,
    step: "draft-3",
    status: "completed",
    output: ["call:save-3"],
  });
  story.tell("plan.step", { planId: PLAN, turn: story.turn, step: "gate-format", status: "started" });
  story.at("1:22").answer({
    says: "Running the format gate. In section 3 the lower tier costs 40 a month and the upper 180.",
    calls: [{ id: "gate", tool: "run_gate", args: { gate: "format", file: "drafts/4412-3.md" } }],
  });
  story.result(
    "gate",
    `format: failed\n- section 3, paragraph 2: a price in running text\n- rule: ${FORMAT_RULE}`,
  );
  story.tell("gate.checked", {
    turn: story.turn - 1,
    gate: "format",
    passed: false,
    message: "section 3, paragraph 2: a price in running text",
  });
}

function truncate(story: Story): void {
  const oldest = [
    "goal",
    "answer-1",
    "call:index",
    "result:index",
    "answer-2",
    "call:fetch-1",
    "result:fetch-1",
    "answer-3",
    "call:fetch-2",
    "result:fetch-2",
    "answer-4",
    "call:fetch-3",
    "result:fetch-3",
  ];
  story.drop(...oldest);
  story.at("1:30").answer({ says: "I collect one more source.", calls: [fetchCall("fetch-13", PAGES[12])] });
  story.result("fetch-13", page(PAGES[12], 530, 16_000), { origin: { url: `${HOST}${PAGES[12]}` } });
  story.drop("answer-5", "call:fetch-4", "result:fetch-4");
  story.at("1:31").answer({
    says: "Section 4: an outlook. I write it from what I have.",
    calls: [{ id: "save-4", tool: "save_draft", args: { section: 4, file: "drafts/4412-4.md" } }],
  });
  story.result("save-4", '{"saved":"drafts/4412-4.md","words":410}');
  story.at("1:33").answer({
    says: "Section 5: a glossary.",
    calls: [{ id: "save-5", tool: "save_draft", args: { section: 5, file: "drafts/4412-5.md" } }],
  });
  story.result("save-5", '{"saved":"drafts/4412-5.md","words":300}');
  story.at("1:34").answer({ says: "Section 6 follows." });
}

function fetchCall(id: string, place: string) {
  return { id, tool: "fetch_source", args: { url: `${HOST}${place}` } };
}

function page(place: string, seed: number, chars: number): string {
  return `${HOST}${place}\nretrieved for job 4412\n\n${prose(PUBLISHING, seed, chars)}`;
}
