import { countTokens, getTokenizer } from "@/lib/core/tokens/tokenizer";
import type { Draw } from "./draw";
import type { Injections } from "./injection";
import { opening } from "./scene";
import { trace } from "../trace-builder";

const LEFT = "left";
const RESULT = `result:${LEFT}`;
const GONE = { blocks: [RESULT] };

function searched(draw: Draw, started: Parameters<typeof opening>[1] = {}, tool = "search", tidies = true) {
  const scene = opening(draw, started, 6, tidies);
  const [q, text] = [`${draw.words(1, 3)} ${draw.int(1, 99)}`, draw.words(220, 400)];
  const query = { q, limit: draw.int(5, 50) };
  scene.turn((t) => scene.ask(t, tool, query, LEFT, text)).turn((t) => scene.look(t));
  return { scene: scene.noise(0, 5), query, text };
}

/** The same arguments in another order make the same call. */
function reordered({ q, limit }: { readonly q: string; readonly limit: number }) {
  return { limit, q };
}

/**
 * Calls that are repeated for a reason: to learn the progress of something, the effect of a change, or what comes next.
 */
function askedForNews(draw: Draw, miss: "poll" | "rerun" | "paging") {
  const scene = opening(draw);
  const [times, of] = [draw.int(6, 10), draw.int(100, 999)];
  const tool = draw.pick(["job_status", "get_build", "check_run"]);
  const turn = scene.next;
  for (let i = 0; i < times; i++) {
    const call = `news${i}`;
    if (miss === "poll") {
      const state = draw.pick(["running", "queued"]);
      scene.turn((t) =>
        scene.ask(t, tool, { of }, call, JSON.stringify({ status: i < times - 1 ? state : "done" })),
      );
    } else if (miss === "paging") {
      const text = Array.from({ length: 5 }, () => draw.words(3, 9)).join("\n");
      scene.turn((t) => scene.ask(t, draw.pick(["scroll_down", "next_page"]), {}, call, text));
    } else {
      const edit = { path: draw.path(), text: draw.words(2, 9) };
      const result = draw.bool() ? "2 failed" : `${draw.int(1, 9)} failed`;
      scene.turn((t) => scene.ask(t, "bash", { command: `npm test ${of}` }, call, result));
      scene.turn((t) => scene.ask(t, "edit_file", edit, `${call}-edit`, "ok"));
    }
  }
  return scene.turn((t) => scene.look(t)).injected({ turns: [turn] });
}

export const EVICTION_INJECTIONS: Injections = {
  "eviction.unrestorable": (draw, isFaulty) => {
    const { scene } = searched(draw);
    const [text, kind] = [draw.path(), draw.pick(["path", "artifact"])];
    if (!isFaulty)
      scene.event({
        type: "context.edited",
        turn: scene.next,
        how: "cleared",
        blocks: [RESULT],
        reference: { kind, text },
      });
    scene.turn((t) => {
      if (!isFaulty) t.clear(RESULT, `[see ${text}]`);
      else scene.evict(t, LEFT);
      scene.look(t);
    });
    return scene.noise(0, 4).injected(GONE);
  },

  "eviction.silent": (draw, isFaulty) => {
    const { scene } = searched(draw);
    const blocks = [`call:${LEFT}`, RESULT];
    const rule = draw.pick(["keep-last", "age", "size"]);
    if (!isFaulty) scene.event({ type: "context.edited", turn: scene.next, how: "removed", blocks, rule });
    scene.turn((t) => {
      scene.evict(t, LEFT);
      scene.look(t);
    });
    return scene.noise(0, 4).injected(GONE);
  },

  "eviction.masked": (draw, isFaulty) => {
    const { scene, text } = searched(draw, {}, "search", false);
    const [total, arrival] = [draw.int(5_000, 40_000), isFaulty ? draw.words(500, 900) : draw.words(1, 80)];
    const tokenizer = getTokenizer(null);
    const change = countTokens(arrival, tokenizer) - countTokens(text, tokenizer);
    scene
      .turn((t) => t.says(draw.words(2, 5)).usage(total, 20))
      .turn((t) => {
        scene.evict(t, LEFT);
        t.user(arrival).usage(total + change, 20);
      });
    return scene.injected(GONE);
  },

  "eviction.protected": (draw, isFaulty) => {
    const names = draw.bool() ? ["search", "ask_person"] : ["search"];
    const edits = [{ type: "clear_tool_uses_20250919", exclude_tools: names }];
    const options = draw.bool() ? { edits } : { deny: names };
    const { scene } = searched(
      draw,
      { policy: { kind: "clear", options } },
      isFaulty ? "search" : "search_page",
    );
    const isClear = draw.bool();
    scene.turn((t) => (isClear ? t.clear(RESULT) : scene.evict(t, LEFT)));
    return scene.noise(0, 3).injected(GONE);
  },

  "eviction.uneconomic": (draw, isFaulty) => {
    const { scene } = searched(draw);
    const [held, written, kept] = [draw.int(8_000, 60_000), draw.int(50, 900), draw.int(0, 500)];
    scene
      .turn((t) =>
        t.says(draw.words(1, 5)).usage(held + written, 10, { cacheRead: held, cacheWrite: written }),
      )
      .turn((t) => {
        const read = isFaulty ? kept : held + written;
        scene.evict(t, LEFT);
        t.usage(held + written, 10, { cacheRead: read, cacheWrite: held + written - read });
      });
    return scene.noise(0, 3).injected(GONE);
  },

  "cache.broken": (draw, isFaulty) => {
    const story = trace(`injected-${draw.int(0, 1e9)}`, { model: "claude-opus-4-5" });
    const sizes = Array.from({ length: draw.int(3, 9) }, () => draw.int(2_000, 9_000));
    const lostAt = draw.int(1, sizes.length - 1);
    const kept = draw.int(0, 1_500);
    let held = 0;
    sizes.forEach((size, n) => {
      const read = isFaulty && n === lostAt ? Math.min(kept, held) : held;
      const input = held + size;
      const said = draw.words(1, 4);
      story.turn((t) => t.user(said).usage(input, 10, { cacheRead: read, cacheWrite: input - read }));
      held = input;
    });
    return { events: story.events(), blocks: [], turns: [lostAt] };
  },

  "refetch.after_eviction": (draw, isFaulty) => {
    if (draw.bool()) return readAfterItLeft(draw, isFaulty);
    const { scene, query, text } = searched(draw);
    const changesQuery = draw.bool();
    const leaves = isFaulty || changesQuery;
    scene.turn((t) => {
      if (leaves) scene.evict(t, LEFT);
      scene.look(t);
    });
    scene.noise(0, 4);
    const turn = scene.next;
    const asked = isFaulty || !changesQuery ? reordered(query) : { ...query, q: `${query.q} more` };
    scene.turn((t) => scene.ask(t, "search", asked, "again", text)).turn((t) => scene.look(t));
    return scene.noise(0, 2).injected({ blocks: ["call:again"], turns: [turn] });
  },

  "call.duplicate": (draw, isFaulty) => {
    if (draw.bool()) return readInAnotherWay(draw, isFaulty);
    const [isClean, miss] = [!isFaulty, draw.pick(["other words", "poll", "rerun", "paging"])];
    if (isClean && miss !== "other words") return askedForNews(draw, miss);
    const { scene, query, text } = searched(draw);
    const turn = scene.next;
    for (let i = draw.int(1, 4); i > 0; i--) {
      const asked = isFaulty ? reordered(query) : { ...query, q: `${query.q} page ${i}` };
      scene.turn((t) => scene.ask(t, "search", asked, `again${i}`, text));
    }
    scene.turn((t) => scene.look(t));
    return scene.injected({ blocks: [`call:${LEFT}`], turns: [turn] });
  },

  "call.loop": (draw, isFaulty) => {
    const scene = opening(draw);
    const period = draw.int(1, 6);
    const rounds = Math.max(3, Math.ceil(6 / period)) + draw.int(0, 3);
    const [key, leaves] = [draw.int(100, 999), draw.bool()];
    const miss = draw.pick(["other words", "poll", "rerun", "paging"]);
    if (!isFaulty && miss !== "other words") return askedForNews(draw, miss);
    const from = scene.next;
    const answers = Array.from({ length: period }, () => draw.words(3, 30));
    for (let i = 0; i < rounds * period; i++) {
      const step = i % period;
      const args = { of: key + step, ...(!isFaulty && { about: `part ${i}` }) };
      scene.turn((t) => {
        if (leaves && i > 1) scene.evict(t, `loop${i - 2}`);
        scene.ask(t, `open_${step}`, args, `loop${i}`, answers[step] ?? "");
      });
    }
    return scene.noise(0, 3).injected({ turns: [from, scene.next - 1], blocks: ["call:loop0"] });
  },

  "error.again": (draw, isFaulty) => (draw.bool() ? corrected(draw, isFaulty) : refused(draw, isFaulty)),

  "call.failed_again": (draw, isFaulty) => failing(draw, isFaulty),
};

/** Lines of a file, none twice. */
function drawLines(draw: Draw, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${draw.words(4, 9)} ${i} ${draw.int(1_000, 9_999)}`);
}

function writeNumbered(lines: readonly string[], from: number): string {
  return lines.map((line, i) => `${String(from + i).padStart(6)}→${line}`).join("\n");
}

/** A file that is read again after its text had left: most of it came back. Or a file that had become another one. */
function readAfterItLeft(draw: Draw, isFaulty: boolean) {
  const scene = opening(draw, {}, 6, false);
  const [path, lines] = [draw.path(), drawLines(draw, draw.int(40, 80))];
  const kept = Math.ceil(lines.length * (draw.int(6, 9) / 10));
  const others = drawLines(draw, lines.length);
  const clean = draw.pick(["another text", "edited since", "next part"]);
  const edits = draw.bool();
  const edit = (call: string) =>
    scene.turn((t) => scene.ask(t, "edit_file", { path, old_string: lines[0], new_string: "x" }, call, "ok"));
  scene
    .turn((t) => scene.ask(t, "read_file", { path }, LEFT, writeNumbered(lines, 1)))
    .turn((t) => scene.look(t));
  if (edits) edit("edit");
  scene
    .turn((t) => {
      scene.evict(t, LEFT);
      scene.look(t);
    })
    .noise(0, 3);
  if (!isFaulty && clean === "edited since") edit("edit since");
  const turn = scene.next;
  const isOther = !isFaulty && clean !== "edited since";
  const now = isOther ? others : [...lines.slice(0, kept), ...others.slice(kept)];
  const asked =
    isOther && clean === "next part" ? { path, offset: lines.length + 1, limit: lines.length } : { path };
  scene
    .turn((t) => scene.ask(t, "read_file", asked, "again", writeNumbered(now, 1)))
    .turn((t) => scene.look(t));
  return scene.noise(0, 2).injected({ blocks: ["call:again"], turns: [turn] });
}

/** A part of a file, by a reader or a shell, whose lines stand in the window. Or one whose lines do not, or after an edit. */
function readInAnotherWay(draw: Draw, isFaulty: boolean) {
  const scene = opening(draw, {}, 6, false);
  const [path, lines] = [draw.path(), drawLines(draw, draw.int(80, 120))];
  const [from, count] = [draw.int(5, 20), draw.int(30, 50)];
  const others = drawLines(draw, count);
  const clean = draw.pick(["next part", "edited", "another file"]);
  const byShell = draw.bool();
  scene
    .turn((t) => scene.ask(t, "read_file", { path }, LEFT, writeNumbered(lines, 1)))
    .turn((t) => scene.look(t))
    .noise(0, 4);
  if (!isFaulty && clean === "edited")
    scene.turn((t) => scene.ask(t, "edit_file", { path, old_string: "a", new_string: "b" }, "edit", "ok"));
  const turn = scene.next;
  const isNext = !isFaulty && clean === "next part";
  const first = isNext ? lines.length + 1 : from;
  const part = isNext ? others : lines.slice(from - 1, from - 1 + count);
  const where = !isFaulty && clean === "another file" ? `other/${path}` : path;
  scene.turn((t) =>
    byShell
      ? scene.ask(
          t,
          "bash",
          { command: `sed -n '${first},${first + count - 1}p' ${where}` },
          "again",
          part.join("\n"),
        )
      : scene.ask(
          t,
          "read_file",
          { path: where, offset: first, limit: count },
          "again",
          writeNumbered(part, first),
        ),
  );
  scene.turn((t) => scene.look(t));
  return scene.injected({ blocks: ["call:again"], turns: [turn] });
}

/** A change that was refused for another reason each time, or a command that never worked. Or work that took some tries. */
function failing(draw: Draw, isFaulty: boolean) {
  const scene = opening(draw, {}, 6, false);
  const times = draw.int(3, 5);
  const isCommit = draw.bool();
  const clean = draw.pick(["mended", "twice", "other commands", "worked between"]);
  const said = `git commit -m "${draw.words(2, 5)}"`;
  const turns: number[] = [];
  const isMended = !isFaulty && clean === "mended";
  const tries = !isFaulty && clean === "twice" ? 2 : times;
  for (let i = 0; i < tries; i++) {
    const command =
      isCommit && !isMended ? said : `npm test ${isFaulty || clean !== "other commands" ? "" : i}`;
    const own = !isFaulty && clean === "other commands" && isCommit ? `${said} ${"abcde"[i]}.ts` : command;
    const reason = `${draw.words(5, 9)} ${"x".repeat(i + 1)}`;
    const path = draw.path();
    turns.push(scene.next);
    const works = !isFaulty && clean === "worked between" && i > 0 && i % 2 === 0;
    scene.fail(own, `try${i}`, reason, !works);
    scene.turn((t) =>
      scene.ask(t, "edit_file", { path, old_string: "a", new_string: "b" }, `mend${i}`, "ok"),
    );
    if (!isFaulty && clean === "worked between") scene.fail(own, `works${i}`, "good", false);
  }
  if (isMended) scene.fail("npm test ", "good", "good", false);
  scene.turn((t) => scene.look(t));
  return scene.injected({ turns, blocks: ["call:try0"] });
}

/** A tool that refuses a change, or several that refuse others, or as many tries that end otherwise. */
function refused(draw: Draw, isFaulty: boolean) {
  const scene = opening(draw, {}, 6, false);
  const error = `Error: ${draw.words(6, 12)} (${draw.int(10, 99)} ms)`;
  const times = draw.int(2, 4);
  const clean = draw.pick(["other errors", "works", "once", "other tools"]);
  const tool = draw.pick(["edit_file", "refund_order", "update_row"]);
  const isGone = draw.bool();
  const turns: number[] = [];
  for (let i = 0; i < times; i++) {
    const call = `refused${i}`;
    const other = draw.words(6, 12);
    const args = { path: draw.path(), text: `${draw.words(2, 6)} ${i}` };
    turns.push(scene.next);
    const answer =
      isFaulty || clean === "other tools"
        ? error
        : clean === "works"
          ? "done"
          : `Error: ${other} ${"x".repeat(i)}`;
    scene.turn((t) => {
      if (!isFaulty && clean === "once" && i > 0) scene.look(t);
      else
        scene.ask(t, isFaulty || clean !== "other tools" ? tool : `${tool}_${"abcd"[i]}`, args, call, answer);
    });
    scene.turn((t) => scene.look(t));
    if (isGone && isFaulty)
      scene.turn((t) => {
        scene.evict(t, call);
        scene.look(t);
      });
  }
  return scene.injected({ turns: [turns[0] ?? 0] });
}

/** A correction that is taken back with the reply that drew it, and given again. */
function corrected(draw: Draw, isFaulty: boolean) {
  const scene = opening(draw, {}, 6, false);
  const correction = `Not like that: ${draw.words(3, 9)}.`;
  const rounds = draw.int(2, 5);
  const clean = draw.pick(["stays", "reminder", "sliding", "other words"]);
  const turns: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const [wrong, right] = [`wrong${i}`, `told${i}`];
    const words = isFaulty || clean !== "other words" ? correction : `${correction} ${draw.words(2, 4)} ${i}`;
    scene.turn((t) => scene.look(t));
    turns.push(scene.next);
    scene.turn((t) => t.says(`${draw.words(3, 9)}.`, wrong)).turn((t) => scene.look(t.user(words, right)));
    scene.turn((t) => {
      if (isFaulty || clean === "other words") t.drop(wrong, right);
      else if (clean === "reminder") t.drop(right);
      else if (clean === "sliding") t.dropAllBut("system");
      scene.look(t);
    });
  }
  return scene.injected({ blocks: ["told0"], turns });
}
