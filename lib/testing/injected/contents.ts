import type { Draw } from "./draw";
import type { Injected, Injections } from "./injection";
import type { InjectedScene } from "./scene";
import { opening } from "./scene";

interface Fact {
  readonly noun: string;
  readonly tool: string;
  readonly id: string;
  readonly key: string;
  readonly state: string;
  readonly other: string;
  readonly text: string;
}

const NEED = "need";

function factOf(draw: Draw): Fact {
  const [noun, key, one, two] = draw.pick<readonly [string, string, string, string]>([
    ["order", "status", "pending", "shipped"],
    ["parcel", "state", "delivered", "cancelled"],
    ["ticket", "status", "pending", "approved"],
    ["invoice", "payment_state", "unpaid", "overdue"],
    ["account", "state", "suspended", "active"],
    ["deployment", "health", "healthy", "degraded"],
    ["request", "decision", "approved", "rejected"],
    ["license", "status", "expired", "revoked"],
    ["feature", "flag", "enabled", "disabled"],
  ]);
  const [state, other] = draw.bool() ? [one, two] : [two, one];
  const id = draw.identifier();
  const note = draw.words(2, 9);
  const text = draw.pick([
    JSON.stringify({ [noun]: id, [key]: state, note }),
    JSON.stringify({ data: { id, [key]: state }, note }, null, 2),
    `| ${noun} | ${key} |\n| --- | --- |\n| ${id} | ${state} |`,
    `${noun}: ${id}\n${key}: ${state}\nnote: ${note}`,
    `${noun}=${id} ${key}=${state}`,
  ]);
  return { noun, tool: `${draw.pick(["get", "find", "read"])}_${noun}`, id, key, state, other, text };
}

function lookedUp(draw: Draw, fact: Fact): InjectedScene {
  const scene = opening(draw);
  scene
    .turn((t) => scene.ask(t, fact.tool, { id: draw.int(1, 99) }, NEED, fact.text))
    .turn((t) => scene.look(t));
  return scene;
}

function plannedOn(draw: Draw, scene: InjectedScene, { noun, other }: Fact, need = NEED): void {
  const text = draw.pick([
    `Write the mail if the ${noun} is ${other}`,
    `When the ${noun} is ${other}, write the mail; otherwise open a case`,
    `Decide by whether it is ${other}`,
  ]);
  const steps = [
    { id: "first", text: `Read ${draw.word()}` },
    { id: "act", text, dependsOn: [need] },
  ];
  scene.event({ type: "plan.declared", turn: scene.next - 1, planId: "p", steps });
}

function runStep(scene: InjectedScene, turn: number): void {
  for (const status of ["started", "completed"])
    scene.event({ type: "plan.step", planId: "p", step: "act", status, turn });
}

function checked(scene: InjectedScene, turn: number, more: object): void {
  const check = { present: [], missing: [], action: "proceed", ...more };
  scene.event({ type: "step.validated", planId: "p", step: "act", turn, ...check });
}

function checkOf(draw: Draw, isFaulty: boolean): Injected {
  const scene = lookedUp(draw, factOf(draw));
  plannedOn(draw, scene, factOf(draw));
  const kind = draw.pick(["present", "missing", "abort", "cleared"]);
  const leaves = kind === "present" ? isFaulty : kind === "abort";
  const turn = scene.next;
  if (kind === "cleared") {
    scene.event({ type: "context.edited", turn, how: "cleared", blocks: [`result:${NEED}`] });
    scene.turn((t) => (isFaulty ? scene.look(t) : t.clear(`result:${NEED}`)));
  } else scene.turn((t) => (leaves ? scene.evict(t, NEED) : scene.look(t)));
  if (kind === "present") checked(scene, turn, { present: [NEED] });
  if (kind === "missing") {
    if (isFaulty) checked(scene, turn, { missing: [NEED], action: "refetch" });
    else checked(scene, turn, { present: [NEED] });
  }
  if (kind === "abort") {
    checked(scene, turn, { missing: [NEED], action: "abort" });
    if (isFaulty) runStep(scene, turn);
  }
  return scene.noise(0, 3).injected({ blocks: [`result:${NEED}`], turns: [turn] });
}

export const CONTENT_INJECTIONS: Injections = {
  "plan.unknown_need": (draw, isFaulty) => {
    const fact = factOf(draw);
    const scene = lookedUp(draw, fact);
    const known = draw.pick([NEED, `call:${NEED}`, `result:${NEED}`, "first"]);
    const unknown = draw.pick([`tc_${draw.int(10, 99)}`, draw.identifier(), `result:${draw.word()}`]);
    const turn = scene.next - 1;
    plannedOn(draw, scene, fact, isFaulty ? unknown : known);
    return scene.noise(0, 4).injected({ turns: [turn] });
  },

  "validator.contradicted": checkOf,

  "task.lost": (draw, isFaulty) => {
    const task = `${draw.pick(["Move", "Compare", "Describe", "Repair"])} the ${draw.word()} ${draw.word()} of the ${draw.word()} ${draw.identifier()}`;
    const scene = opening(draw, {}, 0);
    scene.turn((t) => t.drop("goal").block("task", "user_goal", `${task}.`)).noise(1, 5);
    const how = draw.pick(["summary", "restart", "cut"]);
    const retold = draw.pick([`The task: ${task}.`, `We have to ${task.toLowerCase()}, as asked.`]);
    const [lead, turn] = [draw.words(3, 20), scene.next];
    if (how === "restart") scene.event({ type: "session.restarted", turn });
    const state = isFaulty ? `${lead}.` : `${lead}. ${retold}`;
    scene.turn((t) => {
      if (how === "summary") t.compact("sum", state, ["task"]);
      else t.drop("task").block("state", "state_summary", state);
    });
    return scene.noise(0, 3).injected({ blocks: ["task"], turns: [turn] });
  },

  "checkpoint.lost": (draw, isFaulty) => {
    const scene = opening(draw, {}, 2);
    const [rule, step] = [
      `Never publish the ${draw.word()} ledger without approval from the ${draw.word()} archive`,
      `Compare the ${draw.word()} ${draw.int(10, 99)} report with the ${draw.word()} table`,
    ];
    const declares = draw.bool();
    scene.turn((t) => {
      t.user(declares ? `${draw.words(2, 5)}.` : `${rule}.`, "rule");
      scene.look(t);
    });
    if (declares)
      scene.event({
        type: "plan.declared",
        planId: "p",
        turn: scene.next - 1,
        steps: [{ id: "one", text: step }],
      });
    scene.noise(0, 4);
    const [item, lead, style] = [declares ? step : rule, draw.words(3, 9), draw.bool()];
    const turn = scene.next;
    const state = {
      goal: lead,
      constraints: [isFaulty && !declares ? lead : item],
      plan: [isFaulty ? lead : item],
    };
    scene.event({ type: "checkpoint.taken", turn: turn - 1, state });
    scene.event({ type: "session.restarted", turn });
    const said = isFaulty ? `${lead}.` : `${lead}.\n${item}.`;
    scene.turn((t) => {
      t.dropAllBut("system");
      t.block(
        "state",
        "state_summary",
        style ? said : JSON.stringify({ goal: lead, open: isFaulty ? [] : [item] }),
      );
      scene.look(t);
    });
    return scene.noise(0, 3).injected({ turns: [turn] });
  },
};
