import { readFile } from "node:fs/promises";
import { expectAccessible } from "./axe";
import { expect, expectNoSidewaysScroll, sendEvents, sessionId, test } from "./fixtures";

const HOSTILE = [
  '=HYPERLINK("http://evil.example","x")',
  "<script>window.owned = true</script>",
  '<img src=x onerror="window.owned = true">',
  "![picture](http://evil.example/p.png)",
  "\u001b[31mred\u001b[0m",
  "\u202egnitirw fo noitcerid\u202c",
];

function storyOf(session: string) {
  const turn = (index: number, window: object, more: object = {}) => ({
    id: `t${index}`,
    session,
    at: `2026-03-01T10:0${index}:00Z`,
    type: "turn.recorded",
    turn: index,
    window,
    ...more,
  });
  const result = (id: string, content: string, path: string) => ({
    id,
    kind: "tool_result",
    toolName: "read_file",
    toolCallId: id,
    content,
    origin: { path },
  });
  const reads = result(
    "r1",
    `const retryLimit = 30000; ${"the file goes on. ".repeat(60)}`,
    "src/sync/queue.ts",
  );
  return [
    { id: "s", session, at: "2026-03-01T10:00:00Z", type: "session.started", name: session },
    turn(0, {
      entries: [{ id: "goal", kind: "user_goal", content: "Fix it. Never write to production." }, reads],
    }),
    turn(1, { append: [result("r2", HOSTILE.join("\n"), HOSTILE[0] ?? "")] }),
    {
      id: "edit",
      session,
      at: "2026-03-01T10:02:00Z",
      type: "context.edited",
      turn: 2,
      how: "cleared",
      policy: "context-editing",
      rule: "clear_tool_uses",
      reason: "over the trigger",
      blocks: ["r1"],
      numbers: { trigger: 30_000, inputTokens: 30_105 },
    },
    turn(2, { change: [{ id: "r1", mode: "reference", content: "[Old tool result content cleared]" }] }),
    turn(3, {}),
    turn(4, { append: [result("r3", reads.content, "src/sync/queue.ts")] }),
    turn(5, {
      remove: ["goal", "r2"],
      insert: [
        {
          after: null,
          entries: [{ id: "sum", kind: "compaction_summary", content: "We fix sync/queue.ts." }],
        },
      ],
    }),
    { id: "end", session, at: "2026-03-01T10:06:00Z", type: "session.ended", outcome: "ok" },
  ];
}

test("opens by a deep link and says why something left, what was left, and when it was fetched again", async ({
  page,
  request,
}) => {
  await sendEvents(request, storyOf("lanes-story"));
  await page.goto(`/sessions/${await sessionId(request, "lanes-story")}/evictions?sel=r1&turn=2`);
  const panel = page.getByRole("region", { name: "Selected block" });
  await expect(panel).toContainText("came in at turn 0 and left at turn 2: cleared, a placeholder left");
  await expect(panel).toContainText("By context-editing · clear_tool_uses · over the trigger");
  await expect(panel).toContainText("30,105");
  await expect(panel).toContainText("Fetched again");
  await panel.getByRole("button", { name: "turn 3" }).click();
  await expect(page).toHaveURL(/turn=3/);
});

test("is driven by the keyboard alone, and a copied link gives the same state in a new browser", async ({
  page,
  request,
  browser,
}) => {
  const id = await sessionId(request, "Publishing daemon");
  await page.goto(`/sessions/${id}/evictions`);
  await expect(page.getByRole("group", { name: /^Lanes of/ })).toBeVisible();
  await page.keyboard.press("]");
  await expect(page).toHaveURL(/turn=16/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("+");
  await expect(page).toHaveURL(/r=\d+-\d+/);
  await page.keyboard.press("t");
  await expect(page.getByRole("region", { name: "Lanes as a table" })).toBeVisible();
  const selected = page.getByRole("region", { name: "Selected block" });
  await expect(selected).toContainText(/turn \d+/);
  const said = await selected.innerText();
  const other = await browser.newContext();
  const copy = await other.newPage();
  await copy.goto(page.url());
  await expect(copy.getByRole("region", { name: "Lanes as a table" })).toBeVisible();
  await expect.poll(() => copy.getByRole("region", { name: "Selected block" }).innerText()).toBe(said);
  await other.close();
  await page.goBack();
  await expect(page).not.toHaveURL(/r=\d+-\d+/);
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("region", { name: "Turn 16" })).toBeVisible();
});

test("shows a compaction as one row, with what its summary kept and lost", async ({ page, request }) => {
  await sendEvents(request, storyOf("lanes-compaction"));
  await page.goto(`/sessions/${await sessionId(request, "lanes-compaction")}/evictions`);
  const compactions = page.getByRole("region", { name: "Compactions" });
  await expect(compactions).toContainText("2 blocks");
  await compactions.getByRole("button", { name: /^2 blocks became/, expanded: false }).click();
  await expect(page).toHaveURL(/c=0/);
  await expect(compactions.getByRole("region", { name: "What it kept, as a table" })).toContainText(
    "The user's messages",
  );
  const values = compactions.getByRole("region", { name: "Every value, as a table" });
  await expect(values).toContainText("Never write to production.");
  await expect(values.getByRole("row", { name: /Never write to production/ })).toContainText("lost");
  await expect(compactions.getByRole("region", { name: "Text of the summary" })).toContainText(
    "sync/queue.ts",
  );
});

test("gives back what a compaction took, within a budget, to copy and to save, on a narrow screen too", async ({
  page,
  request,
}) => {
  await sendEvents(request, storyOf("lanes-give-back"));
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/sessions/${await sessionId(request, "lanes-give-back")}/evictions?c=0`);
  const kept = page.getByRole("region", { name: "What it kept, as a table" });
  await kept.scrollIntoViewIfNeeded();
  const figure = kept.locator('td[data-label="still there"]').first();
  await expect(figure).toBeInViewport({ ratio: 1 });
  const label = await figure.evaluate((cell) => getComputedStyle(cell, "::before").content);
  expect(label).toContain("still there");
  const given = page.getByRole("region", { name: "Give it back" });
  await given.getByLabel("Tokens at most").fill("50");
  await given.getByRole("button", { name: "Make the text" }).click();
  await expect(page.getByRole("region", { name: "Text to give back" })).toBeHidden();
  await given.getByLabel("Tokens at most").fill("1500");
  await given.getByLabel("Tokens at most").press("Enter");
  const text = given.getByRole("region", { name: "Text to give back" });
  await expect(text).toContainText("no instruction");
  await expect(text).toContainText("Never write to production.");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    given.getByRole("link", { name: "Save as a file" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("give-back-0.txt");
  expect((await readFile(await download.path())).toString("utf8")).toContain("Never write to production.");
  await given.getByRole("button", { name: "Copy the text" }).click();
  await expect(given.getByRole("button", { name: "Copied" })).toBeVisible();
  const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
  expect(await page.evaluate(isWider)).toBe(false);
  await page.emulateMedia({ media: "print" });
  await expect(given).toBeHidden();
});

test("filters in the URL, says when nothing is left, and offers a way back", async ({ page, request }) => {
  const id = await sessionId(request, "Publishing daemon");
  await page.goto(`/sessions/${id}/evictions?how=cleared`);
  await expect(page.getByText("No lane matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await page
    .getByRole("group", { name: "How it left" })
    .getByRole("button", { name: /^truncated/ })
    .click();
  await expect(page).toHaveURL(/how=truncated/);
  await expect(page.getByRole("group", { name: /^Lanes of/ })).toBeVisible();
});

test("exports are complete and inert: CSV runs nothing, SVG carries no markup of the trace", async ({
  page,
  request,
}) => {
  await sendEvents(request, storyOf("lanes-export"));
  await page.goto(`/sessions/${await sessionId(request, "lanes-export")}/evictions?by=none`);
  const saved = async (item: string) => {
    await page.getByRole("button", { name: "Copy or save this figure" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: item }).click(),
    ]);
    return readFile(await download.path());
  };
  const csv = (await saved("Save as CSV")).toString("utf8");
  expect(csv).toMatch(
    /^# Sightglass: evictions\r\n# Session: .*\r\n# Policy: .*\r\n# Address: http:\/\/127\.0\.0\.1:\d+\/sessions\//,
  );
  expect(csv.split("\r\n").filter((line) => !line.startsWith("# ")).length).toBe(7);
  expect(csv).toContain('"\'=HYPERLINK(""http://evil.example""');
  const svg = (await saved("Save as SVG")).toString("utf8");
  expect(svg.startsWith("<svg")).toBe(true);
  expect(svg).toContain("fetched again</text>");
  expect(svg).toContain("Evictions · ");
  expect(svg).toContain("http://127.0.0.1:");
  expect(svg).not.toMatch(/<script|<img|var\(--/);
  expect((await saved("Save as PNG")).subarray(1, 4).toString()).toBe("PNG");
  const json = JSON.parse((await saved("Save as JSON")).toString("utf8")) as { url: string; rows: object[] };
  expect(json.url).toContain("/evictions?by=none");
  expect(json.rows).toHaveLength(5);
  expect(await page.evaluate(() => "owned" in window)).toBe(false);
});

test("the palette goes to a view, a turn, a block and a question, with the keyboard", async ({
  page,
  request,
}) => {
  const id = await sessionId(request, "Publishing daemon");
  await page.goto(`/sessions/${id}?turn=16`);
  const palette = page.getByRole("dialog", { name: "Command palette" });
  const ask = async (query: string) => {
    await page.keyboard.press("Control+k");
    await expect(palette).toBeVisible();
    await page.keyboard.type(query);
  };
  await ask("evictions");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/evictions\?turn=16/);
  await ask("turn 12");
  await expect(palette.getByRole("option", { name: /Turn 12/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/turns\/12/);
  await ask("why not the brief?");
  await expect(palette.getByRole("option", { name: /Why not “the brief”\? at turn 12/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
  await ask("theme: dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveClass(/dark/);
});

test("sessions with little in them say what is missing", async ({ page, request }) => {
  const started = { id: "s", at: "2026-03-01T10:00:00Z", type: "session.started" };
  await sendEvents(request, [{ ...started, session: "lanes-empty", name: "Lanes: empty" }]);
  await page.goto(`/sessions/${await sessionId(request, "Lanes: empty")}/evictions`);
  await expect(page.getByText("No turns yet")).toBeVisible();
  await sendEvents(request, [
    { ...started, session: "lanes-usage", name: "Lanes: usage only" },
    {
      id: "t",
      session: "lanes-usage",
      at: "2026-03-01T10:01:00Z",
      type: "turn.recorded",
      turn: 0,
      usage: { input: 10 },
    },
  ]);
  await page.goto(`/sessions/${await sessionId(request, "Lanes: usage only")}/evictions`);
  await expect(page.getByText("No windows to compare")).toBeVisible();
  await page.goto(`/sessions/${await sessionId(request, "Eight-turn loop")}/evictions`);
  await expect(page.getByText("none of them left the window")).toBeVisible();
});

test("5 MB on one line and a million lines, compacted away with all else, are shown without a freeze", async ({
  page,
  request,
}) => {
  const session = "lanes-huge";
  const block = (id: string, content: string) => ({ id, kind: "tool_result", toolName: "dump", content });
  const at = (turn: number) => `2026-03-01T10:0${turn}:00Z`;
  await sendEvents(request, [
    {
      id: "t0",
      session,
      at: at(0),
      type: "turn.recorded",
      turn: 0,
      window: {
        entries: [block("line", "<b>&/x".repeat(900_000)), block("lines", "a/b.ts\n".repeat(1_000_000))],
      },
    },
    {
      id: "t1",
      session,
      at: at(1),
      type: "turn.recorded",
      turn: 1,
      window: { entries: [{ id: "sum", kind: "compaction_summary", content: "All of it was read." }] },
    },
  ]);
  await page.goto(`/sessions/${await sessionId(request, session)}/evictions?c=0&sel=line`);
  await expect(page.getByRole("region", { name: "Selected block" })).toContainText("compacted");
  await expect(page.getByRole("region", { name: "Every value, as a table" })).toContainText("a/b.ts");
  await page.keyboard.press("ArrowDown");
  await expect(page).toHaveURL(/sel=(lines|sum)/);
  await page.keyboard.press("t");
  await expect(page.getByRole("region", { name: "Lanes as a table" })).toBeVisible();
});

test("a running session says so and offers what has come since", async ({ page, request }) => {
  const session = `lanes-live-${Date.now()}`;
  const event = (turn: number) => ({
    id: `t${turn}`,
    session,
    at: new Date().toISOString(),
    type: "turn.recorded",
    turn,
    window: { append: [{ id: `u${turn}`, kind: "user_message", content: `message ${turn}` }] },
  });
  await sendEvents(request, [event(0)]);
  await page.goto(`/sessions/${await sessionId(request, session)}/evictions`);
  await expect(page.getByText("running", { exact: true }).first()).toBeVisible();
  await sendEvents(request, [event(1), event(2)]);
  await page.getByRole("button", { name: "Show 2 new turns" }).click();
  await expect(page.getByText("3 blocks; none of them left the window.")).toBeVisible();
});

test("is accessible, as lanes, as a table, and narrow", async ({ page, request }) => {
  await sendEvents(request, storyOf("lanes-axe"));
  const id = await sessionId(request, "lanes-axe");
  await page.goto(`/sessions/${id}/evictions?sel=r1&c=0`);
  await expect(page.getByRole("region", { name: "Selected block" })).toContainText("cleared");
  await expect(page.getByRole("region", { name: "Every value, as a table" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("t");
  await expectAccessible(page);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});
