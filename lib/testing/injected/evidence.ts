import type { Draw } from "./draw";
import type { Injections } from "./injection";
import type { InjectedScene } from "./scene";
import { opening } from "./scene";

const NEED = "need";
const OTHER = "other";

interface Planned {
  readonly scene: InjectedScene;
  readonly value: string;
  readonly refetch: () => void;
}

function planned(draw: Draw, { declares = true, turnsBefore = 5 } = {}): Planned {
  const scene = opening(draw, {}, turnsBefore);
  const [value, other] = [draw.identifier(), draw.identifier()];
  const tool = draw.pick(["get_order", "read_ticket", "find_record"]);
  const [query, text] = [
    { q: `${draw.word()} a` },
    JSON.stringify({ id: value, state: `s${draw.int(10, 99)}` }),
  ];
  const isFirst = draw.bool();
  scene.turn((t) => {
    const need = () => scene.ask(t, tool, query, NEED, text);
    const decoy = () => scene.ask(t, tool, { q: `${draw.word()} b` }, OTHER, JSON.stringify({ id: other }));
    for (const ask of isFirst ? [need, decoy] : [decoy, need]) ask();
  });
  const steps = [
    { id: "first", text: `Read ${draw.word()}` },
    { id: "act", text: `Act on ${draw.words(2, 5)}`, ...(declares && { dependsOn: [NEED] }) },
  ];
  scene.event({ type: "plan.declared", turn: scene.next, planId: "p", block: "plan", steps });
  scene.turn((t) => t.block("plan", "plan", steps.map(({ text }) => `- ${text}`).join("\n")));
  const refetch = () => {
    scene.turn((t) => scene.ask(t, tool, query, "again", text)).turn((t) => scene.look(t));
  };
  return { scene: scene.noise(0, 4), value, refetch };
}

function evictOne(scene: InjectedScene, isNeeded: boolean): void {
  scene.turn((t) => {
    scene.evict(t, isNeeded ? NEED : OTHER);
    scene.look(t);
  });
}

function runStep(scene: InjectedScene): void {
  scene.event({ type: "plan.step", planId: "p", turn: scene.next - 1, step: "act", status: "started" });
}

export const EVIDENCE_INJECTIONS: Injections = {
  "evidence.dangling": (draw, isFaulty) => {
    const declares = draw.bool();
    const { scene, value, refetch } = planned(draw, { declares });
    const healsByFetch = draw.bool();
    evictOne(scene, isFaulty || healsByFetch);
    scene.noise(0, 4);
    if (!isFaulty && healsByFetch) refetch();
    const uses = !declares || draw.bool();
    const [says, words] = [draw.bool(), draw.words(1, 5)];
    scene.turn((t) => {
      if (!uses) scene.look(t);
      else if (says) t.says(`${words}, ${value}.`, "use");
      else t.calls("send", { to: value }, "use");
    });
    if (declares) runStep(scene);
    return scene.noise(0, 3).injected({ blocks: [`result:${NEED}`] });
  },

  "evidence.residual": (draw, isFaulty) => {
    const { scene, value } = planned(draw);
    const said = `${draw.words(1, 6)}: it is ${value}, ${draw.word()}.`;
    scene.turn((t) => t.says(said, "told")).noise(0, 3);
    evictOne(scene, isFaulty);
    scene.noise(0, 3).turn((t) => t.calls("send", { to: value, note: draw.word() }, "use"));
    runStep(scene);
    return scene.noise(0, 3).injected({ blocks: [`result:${NEED}`] });
  },

  "evidence.at_risk": (draw, isFaulty) => {
    const { scene } = planned(draw, { turnsBefore: 0 });
    evictOne(scene, false);
    scene.noise(0, 5);
    if (!isFaulty) runStep(scene);
    return scene.injected({ blocks: [`result:${NEED}`] });
  },

  "plan.left_window": (draw, isFaulty) => {
    const { scene } = planned(draw);
    const turn = scene.next;
    scene.turn((t) => t.drop(...(isFaulty ? ["plan"] : [`call:${OTHER}`, `result:${OTHER}`])));
    return scene.noise(0, 6).injected({ turns: [turn], blocks: ["plan"] });
  },

  "plan.revised_on_evicted": (draw, isFaulty) => {
    const { scene } = planned(draw);
    evictOne(scene, isFaulty);
    scene.noise(0, 4);
    const turn = scene.next - 1;
    const steps = [
      { id: "act", text: `Act on ${draw.word()}` },
      { id: "check", text: `Check ${draw.words(2, 4)}`, dependsOn: [NEED] },
    ];
    scene.event({ type: "plan.revised", planId: "p", turn, steps });
    return scene.noise(0, 3).injected({ blocks: [`result:${NEED}`], turns: [turn] });
  },

  "step.unvalidated": (draw, isFaulty) => {
    const { scene } = planned(draw);
    evictOne(scene, true);
    scene.noise(0, 4);
    const turn = scene.next - 1;
    const action = draw.pick(["proceed", "replan", "refetch"]);
    if (!isFaulty)
      scene.event({
        type: "step.validated",
        planId: "p",
        turn,
        step: "act",
        present: [],
        missing: [NEED],
        action,
      });
    runStep(scene);
    return scene.noise(0, 3).injected({ turns: [turn] });
  },
};
