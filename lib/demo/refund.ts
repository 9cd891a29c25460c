import type { TraceEvent } from "@/lib/core/trace/event";
import { prose, SUPPORT } from "./filler";
import { Story } from "./story";

const PLAN = "case-7741";
const POLICY = "keep-last-tool-results";

const ORDER = {
  order_id: 7741,
  customer_id: 2093,
  status: "pending",
  placed_at: "2026-02-24T16:03:00Z",
  lines: [
    { sku: "LMP-114", title: "Desk lamp, brass", quantity: 1, price_cents: 6_450 },
    { sku: "BLB-009", title: "Bulb E27, warm", quantity: 2, price_cents: 390 },
  ],
  shipment: null,
  payment: { state: "captured", amount_cents: 7_230 },
  note: "Held back: lamp LMP-114 waits for stock.",
};

/**
 * A plan branches on a fact that its pruner dropped. The step "branch" needs the order's status. The pruner knows
 * nothing of the plan and keeps the three newest tool results. The transcript, the refund terms and the courier's
 * answer push the order out just before the branch. The order is pending, but the customer gets a tracking mail.
 */
export function refund(): TraceEvent[] {
  const story = new Story(
    "demo-refund-7741",
    Date.UTC(2026, 2, 3, 9, 12),
    {
      name: "Refund agent: the branch without its evidence",
      agent: "support-desk 3.4",
      model: "gpt-4.1",
      contextWindow: 32_000,
      budget: 6_000,
      tags: ["demo", "refund"],
      source: { format: "demo" },
      policy: { kind: POLICY, options: { keep: 3 } },
      notes: ["Written as a demonstration: a plan runs on evidence that its pruner has removed."],
    },
    6,
  );
  lookUpAndPlan(story);
  gatherEvidence(story);
  branch(story);
  close(story);
  return story.events();
}

function lookUpAndPlan(story: Story): void {
  story.add({
    id: "system",
    kind: "system_rules",
    content:
      "You are the support agent of a parcel shop. Work in small steps and state a plan before you act.\n" +
      "Never promise a refund for an order that has shipped. Never tell a customer that a parcel is on its way unless the order record says so.",
  });
  story.add({
    id: "goal",
    kind: "user_goal",
    content:
      "Customer 2093 writes: where is my order 7741? If it is not on its way I want my money back. Please handle this case.",
  });
  story.at("0:00").answer({
    says: "I will look at the order first.",
    calls: [{ id: "order", tool: "get_order", args: { order_id: 7741 } }],
  });
  story.at("0:01").result("order", JSON.stringify(ORDER, null, 2));
  story.answer({
    says:
      "Plan for case 2093/7741:\n1. Look the order up. (done)\n2. Read the conversation so far.\n3. Read the refund terms and ask the courier.\n" +
      "4. If the order has status shipped, send the tracking e-mail; otherwise open a refund ticket.\n5. Close the case.",
    calls: [{ id: "transcript", tool: "get_conversation", args: { customer_id: 2093, limit: 40 } }],
  });
  story.tell("plan.declared", {
    planId: PLAN,
    turn: 1,
    block: "answer-2",
    title: "Case 2093/7741",
    steps: [
      { id: "look-up", text: "Look the order up", status: "completed" },
      { id: "read", text: "Read the conversation so far" },
      { id: "terms", text: "Read the refund terms and ask the courier", dependsOn: ["look-up"] },
      {
        id: "branch",
        text: "If the order has status shipped, send the tracking e-mail; otherwise open a refund ticket",
        dependsOn: ["result:order", "result:terms"],
      },
      { id: "close", text: "Close the case", dependsOn: ["branch"] },
    ],
  });
  story.tell("plan.step", {
    planId: PLAN,
    turn: 1,
    step: "look-up",
    status: "completed",
    output: ["result:order"],
  });
}

function gatherEvidence(story: Story): void {
  story.tell("plan.step", { planId: PLAN, turn: 1, step: "read", status: "started" });
  story
    .at("0:02")
    .result("transcript", `Conversation of customer 2093, newest last.\n\n${prose(SUPPORT, 7741, 12_000)}`);
  story.answer({
    says: "Next the refund terms.",
    calls: [{ id: "terms", tool: "search_policy", args: { query: "refund before shipment" } }],
  });
  story.tell("plan.step", {
    planId: PLAN,
    turn: 2,
    step: "read",
    status: "completed",
    output: ["result:transcript"],
  });
  story.tell("plan.step", { planId: PLAN, turn: 2, step: "terms", status: "started" });
  story
    .at("0:03")
    .result(
      "terms",
      "Refund terms, section 4: an order that has not left the warehouse is refunded in full within two days; the desk opens a refund ticket. " +
        `An order that has shipped is refunded after it came back.\n\n${prose(SUPPORT, 41, 3_000)}`,
    );
  story.answer({
    says: "And the courier.",
    calls: [{ id: "courier", tool: "ask_courier", args: { reference: "PX-7741" } }],
  });
  story.tell("plan.step", {
    planId: PLAN,
    turn: 3,
    step: "terms",
    status: "completed",
    output: ["result:terms"],
  });
}

function branch(story: Story): void {
  story
    .at("0:10")
    .result(
      "courier",
      `Reference PX-7741: label printed on 2026-02-25, no scan since. A label says nothing about a hand-over.\n\n${prose(SUPPORT, 99, 1_600)}`,
    );
  story.add({ id: "nudge", kind: "user_message", content: "Customer 2093 writes: any news of my order?" });
  prune(story, "order");
  story.answer({
    says: "The order has shipped: there is a label from 25 February. I send the tracking e-mail.",
    calls: [
      {
        id: "mail",
        tool: "send_email",
        args: { customer_id: 2093, template: "tracking", order_id: 7741, tracking: "PX-7741" },
      },
    ],
  });
  story.tell("plan.step", { planId: PLAN, turn: 4, step: "branch", status: "started" });
}

function close(story: Story): void {
  story.at("0:11").result("mail", '{"queued":true,"template":"tracking","to":"customer 2093"}');
  prune(story, "transcript");
  story.answer({
    says: "The customer has the tracking number. I close the case.",
    calls: [{ id: "close", tool: "close_case", args: { case: "2093/7741", resolution: "tracking sent" } }],
  });
  story.tell("plan.step", {
    planId: PLAN,
    turn: 5,
    step: "branch",
    status: "completed",
    output: ["result:mail"],
  });
  story.tell("plan.step", { planId: PLAN, turn: 5, step: "close", status: "started" });
  story.at("0:12").result("close", '{"closed":true}');
  prune(story, "terms");
  story.answer({ says: "Done: tracking e-mail sent, case closed." });
  story.tell("plan.step", {
    planId: PLAN,
    turn: 6,
    step: "close",
    status: "completed",
    output: ["result:close"],
  });
  story.tell("session.ended", {
    outcome: "wrong",
    reason: "The order was pending. The customer got the tracking number of a parcel that never left.",
  });
}

function prune(story: Story, call: string): void {
  const blocks = [`call:${call}`, `result:${call}`];
  story.tell("context.edited", {
    turn: story.turn,
    how: "removed",
    blocks,
    policy: POLICY,
    rule: "keep 3",
    reason: "older than the three newest tool results",
    numbers: { keep: 3, tool_results: 4 },
  });
  story.drop(...blocks);
}
