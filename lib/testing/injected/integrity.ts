import type { Injections } from "./injection";
import { opening } from "./scene";

/** A path that the model names: assembled from two that it saw, or one of those that it may name. */
export const INTEGRITY_INJECTIONS: Injections = {
  "reference.spliced": (draw, isFaulty) => {
    const page = (host: string) => ({
      host,
      folder: `${draw.word()}-${draw.int(10, 99)}`,
      name: draw.identifier(),
    });
    const [a, b] = [page(`docs.${draw.word()}a.org`), page(`blog.${draw.word()}b.net`)];
    const urlOf = ({ host, folder }: typeof a, { name }: typeof a) => `https://${host}/${folder}/${name}`;
    const scene = opening(draw);
    scene
      .turn((t) => {
        scene.ask(t, "fetch", { n: 1 }, "a", `${draw.words(2, 40)} ${urlOf(a, a)} ${draw.words(2, 9)}`);
        scene.ask(t, "fetch", { n: 2 }, "b", `${draw.words(2, 40)} (${urlOf(b, b)}).`);
      })
      .turn((t) => scene.look(t))
      .noise(0, 5);
    const [splice, known] = [
      draw.pick([urlOf(a, b), urlOf(b, a), urlOf({ ...b, folder: a.folder }, b)]),
      draw.identifier(),
    ];
    const whole = draw.pick([
      urlOf(a, a),
      urlOf(b, b),
      urlOf(a, { ...a, name: known }),
      `https://${a.host}/${a.folder}`,
    ]);
    const [cited, isCall] = [isFaulty ? splice : whole, draw.bool()];
    scene.turn((t) =>
      isCall ? t.calls("open", { url: cited }, "cite") : t.says(`As ${cited} says.`, "cite"),
    );
    return scene.noise(0, 3).injected({ blocks: ["cite", "call:cite"] });
  },

  "message.left": (draw, isFaulty) => {
    const scene = opening(draw, {}, 6, false);
    const [thing, other, words] = [draw.identifier(), draw.identifier(), draw.words(3, 12)];
    const miss = draw.pick(["stands", "said again", "reads", "another"]);
    const isMiss = (one: string) => !isFaulty && miss === one;
    scene
      .turn((t) => scene.look(t.user(`${words} ${thing}.`, "message")))
      .noise(1, 3)
      .turn((t) => {
        if (!isMiss("stands")) t.drop("message");
        if (isMiss("said again")) t.user(`Think of ${thing}.`);
        scene.look(t);
      })
      .noise(0, 3);
    const args = { id: isMiss("another") ? other : thing };
    scene.turn((t) => scene.ask(t, isMiss("reads") ? "get_row" : "update_row", args, "act", "ok"));
    return scene.noise(0, 2).injected({ blocks: ["message"] });
  },

  "checkpoint.ruled_out_used": (draw, isFaulty) => {
    const scene = opening(draw, {}, 6, false);
    const [thing, other] = [draw.identifier(), draw.identifier()];
    const miss = draw.pick(["reads", "another", "decided for", "asked for", "open again"]);
    const isMiss = (one: string) => !isFaulty && miss === one;
    const decision = isMiss("decided for") ? `${draw.words(1, 4)} ${thing}` : draw.words(2, 6);
    const alternatives_ruled_out = [`${draw.words(1, 5)} ${thing}`];
    const state = { task: draw.words(3, 8), decisions: [{ decision, alternatives_ruled_out }] };
    const save = (saved: Record<string, unknown>) => {
      scene.turn((t) => scene.look(t));
      scene.event({ type: "checkpoint.taken", turn: scene.next - 1, state: saved });
    };
    save(state);
    scene.noise(1, 3);
    if (isMiss("asked for")) scene.turn((t) => scene.look(t.user(`Take ${thing}.`)));
    if (isMiss("open again")) save({ ...state, decisions: [] });
    const args = { id: isMiss("another") ? other : thing };
    scene.turn((t) => scene.ask(t, isMiss("reads") ? "get_row" : "update_row", args, "act", "ok"));
    return scene.noise(0, 2).injected({ blocks: ["call:act"] });
  },

  "compaction.changed_number": (draw, isFaulty) => {
    const scene = opening(draw, {}, 6, false);
    const number = String(draw.int(1_000_000, 9_999_999));
    const at = draw.int(0, 5);
    const off = `${number.slice(0, at)}${(Number(number[at]) + 3) % 10}${number.slice(at + 1)}`;
    const turned = `${number.slice(0, at)}${number[at + 1] ?? ""}${number[at] ?? ""}${number.slice(at + 2)}`;
    const other =
      draw.bool() || turned === number || Math.abs(Number(turned) - Number(number)) === 1 ? off : turned;
    const kept = draw.pick([
      number,
      number.slice(0, 3),
      String(Number(number) + 1),
      `${number} and not ${other}`,
    ]);
    scene
      .turn((t) =>
        scene.ask(t, "get_order", { of: draw.word() }, "order", `${draw.words(2, 30)} ${number} EUR`),
      )
      .turn((t) => scene.look(t))
      .turn((t) => {
        t.compact("sum", `${draw.words(3, 20)} ${isFaulty ? other : kept} EUR.`, [
          "call:order",
          "result:order",
        ]);
        scene.look(t);
      });
    return scene.noise(0, 3).injected({ blocks: ["sum"] });
  },

  "file.overwritten_unseen": (draw, isFaulty) => {
    const scene = opening(draw, {}, 6, false);
    const lines = Array.from({ length: draw.int(20, 60) }, (_, i) => `${draw.words(4, 9)} ${i}`);
    const [path, kept] = [draw.path(), lines.slice(0, draw.int(1, 8))];
    const miss = draw.pick(["stands", "whole", "read again", "edit"]);
    const isMiss = (one: string) => !isFaulty && miss === one;
    const text = lines.join("\n");
    const content = (isMiss("whole") ? [...lines, draw.words(3, 5)] : kept).join("\n");
    scene
      .turn((t) => scene.ask(t, "read_file", { path }, "file", text))
      .turn((t) => scene.look(t))
      .turn((t) => {
        if (!isMiss("stands")) scene.evict(t, "file");
        scene.look(t);
      });
    if (isMiss("read again"))
      scene.turn((t) => scene.ask(t, "read_file", { path }, "again", text)).turn((t) => scene.look(t));
    const args = isMiss("edit") ? { path, old_text: lines[3], new_text: content } : { path, content };
    scene.turn((t) => scene.ask(t, isMiss("edit") ? "edit_file" : "write_file", args, "write", "ok"));
    return scene.noise(0, 2).injected({ blocks: ["call:write"] });
  },

  "reference.dead": (draw, isFaulty) => {
    const scene = opening(draw);
    const [path, text] = [draw.path(), draw.words(9, 99)];
    scene
      .turn((t) => scene.ask(t, "fetch", { n: 1 }, "page", text))
      .turn((t) => scene.look(t))
      .noise(0, 4);
    scene
      .event({
        type: "context.edited",
        turn: scene.next,
        how: "cleared",
        blocks: ["result:page"],
        reference: { kind: "path", text: path },
      })
      .turn((t) => t.clear("result:page", `[${path}]`))
      .noise(0, 4)
      .turn((t) => t.calls("read", { path }, "back"))
      .turn((t) => t.result("back", isFaulty ? "no such file" : text, { isError: isFaulty }));
    return scene.noise(0, 2).injected({ blocks: ["result:page"] });
  },

  "trust.untrusted_in_instruction_layer": (draw, isFaulty) => {
    const scene = opening(draw);
    const kind = draw.pick(["system_rules", "repository_instructions", "user_goal"]);
    const text = draw.words(4, 30);
    scene.turn((t) => t.block("mixed", kind, text, { trust: isFaulty ? "untrusted" : "trusted" }));
    return scene.noise(0, 4).injected({ blocks: ["mixed"] });
  },

  "stale.superseded": (draw, isFaulty) => {
    const scene = opening(draw);
    const [path, other] = [draw.path(), draw.path()];
    const [reads, writes] = [
      draw.pick(["read", "view_file", "cat"]),
      draw.pick(["edit", "write_file", "str_replace"]),
    ];
    const key = draw.pick(["path", "file_path", "filename"]);
    scene.turn((t) => scene.ask(t, reads, { [key]: path }, "read", draw.words(9, 99)));
    scene.turn((t) => scene.look(t)).noise(0, 4);
    scene.turn((t) => scene.ask(t, writes, { [key]: isFaulty ? path : `x/${other}` }, "write", "done"));
    return scene.noise(2, 6).injected({ blocks: ["result:read"] });
  },

  "tools.all_exposed": (draw, isFaulty) => {
    const tools = Array.from({ length: draw.int(8, 40) }, (_, i) => `${draw.word()}_${i}`);
    const scene = opening(draw, {}, 0);
    const from = scene.next;
    for (let i = draw.int(5, 12); i > 0; i--) {
      const shown = isFaulty || i > 1 ? tools : tools.slice(0, 4);
      scene.turn((t) => t.calls(tools[0] ?? "", { i }).with({ visibleTools: shown }));
    }
    return scene.injected({ turns: [from] });
  },

  "source.buried": (draw, isFaulty) => {
    const value = draw.identifier();
    const [before, after] = isFaulty
      ? [draw.int(21_000, 80_000), draw.int(21_000, 80_000)]
      : [draw.int(500, 80_000), draw.int(500, 15_000)];
    const scene = opening(draw, {}, 3).turn((t) => t.user(before));
    scene.turn((t) => scene.ask(t, "search", { q: draw.word() }, "need", JSON.stringify({ ticket: value })));
    scene
      .turn((t) => scene.look(t))
      .turn((t) => t.user(after))
      .noise(0, 4);
    scene.turn((t) => t.calls("close", { ticket: value }, "use"));
    return scene.noise(0, 2).injected({ blocks: ["result:need"] });
  },

  "gate.failed": (draw, isFaulty) => {
    const scene = opening(draw);
    const turn = scene.next - 1;
    const [gate, message] = [draw.word(), draw.words(1, 9)];
    scene.event({ type: "gate.checked", turn, gate, passed: !isFaulty, message });
    return scene.noise(0, 4).injected({ turns: [turn] });
  },
};
