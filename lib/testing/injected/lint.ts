import type { Draw } from "./draw";
import type { Injections } from "./injection";
import type { InjectedScene } from "./scene";
import { opening } from "./scene";

function twoResults(draw: Draw, started: Parameters<typeof opening>[1] = {}): InjectedScene {
  const scene = opening(draw, started, 4);
  for (const call of ["old", "new"]) {
    const [query, text] = [draw.words(1, 3), draw.words(9, 90)];
    scene.turn((t) => scene.ask(t, "search", { q: query, call }, call, text));
  }
  return scene.turn((t) => t.says(draw.words(1, 6)));
}

export const LINT_INJECTIONS: Injections = {
  "window.orphan_tool_result": (draw, isFaulty) => {
    const scene = twoResults(draw).noise(0, 3);
    scene.turn((t) => t.drop("call:old", ...(isFaulty ? [] : ["result:old"])));
    return scene.noise(0, 4).injected({ blocks: ["result:old"] });
  },

  "window.orphan_tool_call": (draw, isFaulty) => {
    const scene = twoResults(draw).noise(0, 3);
    scene.turn((t) => t.drop("result:old", ...(isFaulty ? [] : ["call:old"])));
    return scene.noise(0, 4).injected({ blocks: ["call:old"] });
  },

  "window.empty": (draw, isFaulty) => {
    const scene = twoResults(draw);
    const [turn, kept] = [scene.next, isFaulty ? "" : "goal"];
    scene.turn((t) => t.dropAllBut(kept));
    return scene.injected({ turns: [turn] });
  },

  "policy.protected_violated": (draw, isFaulty) => {
    const scene = twoResults(draw).noise(0, 4);
    scene.turn((t) => t.drop(...(isFaulty ? ["system"] : ["call:old", "result:old"])));
    return scene.noise(0, 4).injected({ blocks: ["system"] });
  },

  "policy.keep_violated": (draw, isFaulty) => {
    const scene = twoResults(draw, {
      policy: { kind: "clear", options: { edits: [{ keep: { type: "tool_uses", value: 1 } }] } },
    });
    scene.turn((t) => t.clear(isFaulty ? "result:new" : "result:old"));
    return scene.noise(0, 4).injected({ blocks: ["result:new"] });
  },

  "policy.threshold_moved": (draw, isFaulty) => {
    const scene = twoResults(draw);
    const [threshold, change] = [draw.int(1_000, 50_000), draw.int(1, 900)];
    for (const [i, call] of ["old", "new"].entries()) {
      const numbers = { threshold: threshold + (isFaulty ? i * change : 0) };
      const blocks = [`result:${call}`];
      scene.event({
        type: "context.edited",
        turn: scene.next,
        how: "cleared",
        blocks,
        rule: "clear",
        numbers,
      });
      scene.turn((t) => t.clear(`result:${call}`)).noise(0, 3);
    }
    return scene.injected({ blocks: ["result:new"] });
  },
};
