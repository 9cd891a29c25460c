import type { Draw } from "./draw";
import type { Injected, Injections } from "./injection";
import { opening } from "./scene";

interface Folders {
  readonly near: string;
  readonly far: string;
  readonly file: string;
  readonly name: string;
}

function foldersOf(draw: Draw): Folders {
  const root = draw.pick(["", "/srv/app/", "./"]);
  const [top, near] = [draw.pick(["packages", "services", "apps"]), `${draw.word()}a`];
  const name = draw.pick(["AGENTS.md", "CLAUDE.md", "GEMINI.md", ".cursorrules"]);
  return {
    near: `${root}${top}/${near}`,
    far: `${root}${top}/${draw.word()}b`,
    file: `${root}${top}/${near}/src/${draw.word()}.ts`,
    name,
  };
}

function changing(draw: Draw, isFaulty: boolean): Injected {
  const { near, file, name } = foldersOf(draw);
  const path = { origin: { path: `${near}/${name}` } };
  const [how, rules] = [draw.pick(["left", "late"]), draw.words(4, 12)];
  const scene = opening(draw, {}, 3);
  const comesFirst = !isFaulty || how === "left";
  scene.turn((t) => {
    if (comesFirst) t.block("rules", "repository_instructions", rules, path);
    scene.look(t);
  });
  scene.noise(0, 3);
  if (isFaulty && how === "left") scene.turn((t) => t.drop("rules"));
  const turn = scene.next;
  const [tool, key] = [draw.pick(["edit", "write_file", "str_replace"]), draw.pick(["path", "file_path"])];
  scene.turn((t) => scene.ask(t, tool, { [key]: file, text: draw.words(1, 9) }, "change", "done"));
  scene.turn((t) => {
    if (!comesFirst) t.block("rules", "repository_instructions", rules, path);
    scene.look(t);
  });
  return scene.noise(0, 3).injected({ turns: [turn] });
}

function budgeted(draw: Draw, isFaulty: boolean): Injected {
  const scene = opening(draw, {}, 2);
  const kind = draw.pick(["tool_result", "memory", "retrieval"]);
  const phase = draw.pick([null, "diagnosing", "editing"]);
  const limit = draw.int(2_000, 6_000);
  const turn = scene.next;
  const size = isFaulty ? limit + draw.int(50, 9_000) : draw.int(50, limit - 1_500);
  const decided = (at: number) => ({
    type: "context.decided" as const,
    turn: at,
    runId: "r",
    turnId: `t${at}`,
    ...(phase !== null && { phase }),
    included: [],
    excluded: [],
    compactions: [],
  });
  scene.event({ ...decided(turn), sourceBudgets: { [kind]: limit } });
  scene.turn((t) => {
    t.block("big", kind, size);
    t.says(draw.words(1, 9));
  });
  if (draw.bool()) scene.event(decided(turn + 1));
  return scene.injected({ turns: [turn], blocks: ["big"] });
}

function citing(draw: Draw, isFaulty: boolean): Injected {
  const scene = opening(draw, {}, 3);
  const [count, prefix] = [draw.int(2, 6), draw.pick(["", "doc-", "source ", "ref:"])];
  const pack = Array.from(
    { length: count },
    (_, i) => `[${prefix}${i + 1}] ${draw.path()}: ${draw.words(3, 12)}`,
  );
  scene.turn((t) => {
    t.block("pack", "retrieval", pack.join("\n"));
    scene.look(t);
  });
  scene.noise(0, 2);
  const how = draw.pick(["unknown", "left"]);
  if (isFaulty && how === "left") scene.turn((t) => t.drop("pack"));
  const mark = isFaulty && how === "unknown" ? count + draw.int(1, 9) : draw.int(1, count);
  const code = `\`list[${count + 20}]\``;
  const turn = scene.next;
  scene.turn((t) => t.says(`${draw.words(3, 9)} [${prefix}${mark}]. ${draw.bool() ? code : ""}`, "answer"));
  return scene.noise(0, 2).injected({ turns: [turn], blocks: ["answer"] });
}

export const GOVERNANCE_INJECTIONS: Injections = {
  "instructions.out_of_scope": (draw, isFaulty) => {
    const { near, far, file, name } = foldersOf(draw);
    const scene = opening(draw, {}, 3);
    const texts = [draw.words(3, 9), draw.words(3, 9)];
    scene.turn((t) => {
      t.block("near", "repository_instructions", texts[0] ?? "", { origin: { path: `${near}/${name}` } });
      const other = isFaulty ? far : draw.pick([near, "/", "."]);
      t.block("far", "repository_instructions", texts[1] ?? "", { origin: { path: `${other}/${name}` } });
      scene.ask(t, "read_file", { path: file }, "read", draw.words(5, 40));
    });
    scene.turn((t) => scene.look(t));
    return scene.noise(0, 3).injected({ blocks: ["far"] });
  },
  "instructions.nearest_absent": changing,
  "order.rules_below": (draw, isFaulty) => {
    const scene = opening(draw, {}, 0);
    const kind = draw.pick(["memory", "retrieval", "attachment"]);
    const [low, rules] = [draw.words(3, 9), draw.words(3, 9)];
    scene.turn((t) => {
      t.dropAllBut("nothing");
      if (isFaulty) t.block("low", kind, low);
      t.block("rules", draw.pick(["system_rules", "repository_instructions"]), rules);
      if (!isFaulty) t.block("low", kind, low);
    });
    const events = scene.noise(0, 3).events();
    const from = events.findIndex((event) => event.type === "turn.recorded" && event.turn === 0);
    return scene.injected(
      { blocks: ["low", "rules"] },
      events.filter((_, i) => i !== from),
    );
  },
  "budget.source_exceeded": budgeted,
  "tools.called_unseen": (draw, isFaulty) => {
    const tools = Array.from({ length: draw.int(2, 12) }, (_, i) => `${draw.word()}_${i}`);
    const scene = opening(draw, {}, 3);
    const turn = scene.next;
    const called = isFaulty ? `${draw.word()}_99` : (tools[draw.int(0, tools.length - 1)] ?? "");
    scene.turn((t) => t.calls(called, { of: draw.word() }, "call").with({ visibleTools: tools }));
    return scene.noise(0, 3).injected({ turns: [turn] });
  },
  "citation.unresolved": citing,
  "retrieval.uncited": (draw, isFaulty) => {
    const scene = opening(draw, {}, 3);
    const [cited, last] = [
      `${draw.path()}:${draw.int(1, 99)} ${draw.words(3, 20)}`,
      draw.pick([
        `Source: ${draw.word()} manual\n${draw.words(3, 20)}`,
        `https://docs.${draw.word()}.org/a ${draw.words(2, 9)}`,
      ]),
    ];
    const bare = draw.words(3, 30);
    scene.turn((t) => {
      t.block("one", "retrieval", cited).block("two", "retrieval", isFaulty ? bare : last);
      scene.look(t);
    });
    return scene.noise(0, 3).injected({ blocks: ["two"] });
  },
  "summary.unreferenced": (draw, isFaulty) => {
    const scene = opening(draw, {}, 3, false);
    scene.turn((t) => scene.ask(t, "search", { q: draw.words(1, 3) }, "need", draw.words(20, 90)));
    scene.turn((t) => scene.look(t)).noise(0, 3);
    const lead = draw.words(6, 20);
    const where = draw.pick([
      `Full log: ${draw.path()}.`,
      "See call:need.",
      "Stored as run-12-stderr.txt.",
      "The originals: https://store.example/a/12",
    ]);
    const elsewhere = draw.pick([
      `and/or ${draw.word()}.`,
      "The style is that of https://style.example/guide.",
    ]);
    const turn = scene.next;
    scene.turn((t) =>
      t.compact("sum", isFaulty ? `${lead}. ${elsewhere}` : `${lead}. ${where}`, [
        "call:need",
        "result:need",
      ]),
    );
    return scene.noise(0, 3).injected({ blocks: ["sum"], turns: [turn] });
  },
};
