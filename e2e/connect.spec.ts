import { expectAccessible } from "./axe";
import { expect, expectNoSidewaysScroll, sendEvents, test } from "./fixtures";

const spans = (scope: string, attributes: Record<string, string>, dropped = 0) => ({
  resourceSpans: [
    {
      scopeSpans: [
        {
          scope: { name: scope },
          spans: [
            {
              traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
              spanId: "00f067aa0ba902b7",
              name: "llm",
              startTimeUnixNano: "1767268800000000000",
              endTimeUnixNano: "1767268801000000000",
              droppedAttributesCount: dropped,
              attributes: Object.entries(attributes).map(([key, stringValue]) => ({
                key,
                value: { stringValue },
              })),
            },
          ],
        },
      ],
    },
  ],
});

test("the page waits for the first event and turns green when it arrives", async ({ page, request }) => {
  await page.goto("/connect/openinference");
  const arrival = page.getByRole("region", { name: "Arrival" });
  await expect(arrival.getByRole("status")).toContainText("Waiting for the first event");
  await request.post("/v1/traces", {
    data: spans(
      "@arizeai/openinference-instrumentation-openai",
      {
        "openinference.span.kind": "LLM",
        "session.id": "connect-oi",
        "llm.input_messages.0.message.role": "user",
        "llm.input_messages.0.message.content": "Where is order 7?",
      },
      12,
    ),
  });
  await expect(arrival.getByRole("status")).toContainText("Arrived: OpenInference");
  await expect(arrival).toContainText("no token counts yet");
  await expect(arrival).toContainText("no tools yet");
  await expect(arrival.getByText("messages", { exact: true })).toBeVisible();
});

test("the lines of every client name this server, and the keyboard goes from one to the next", async ({
  page,
  baseURL,
}) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Connect", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Claude Code" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Environment" })).toContainText(
    `OTEL_EXPORTER_OTLP_ENDPOINT=${baseURL ?? ""}`,
  );
  await page.keyboard.press("j");
  await expect(page).toHaveURL(/\/connect\/codex$/);
  await expect(page.getByRole("heading", { name: "Codex" })).toBeVisible();
  await page.keyboard.press("k");
  await expect(page).toHaveURL(/\/connect\/claude-code$/);
});

test("native events are recognised too", async ({ page, request }) => {
  await sendEvents(request, [
    {
      id: "t1",
      session: "connect-native",
      at: "2026-01-01T12:00:00Z",
      type: "turn.recorded",
      turn: 1,
      usage: { input: 10, output: 1 },
      window: { append: [{ id: "u", kind: "user_message", content: "hello" }] },
    },
  ]);
  await page.goto("/connect/events");
  await expect(page.getByRole("region", { name: "Arrival" })).toContainText("Arrived: native events");
});

test("warnings are listed with their sample, and filtered in the URL", async ({ page, request }) => {
  await request.post("/v1/traces", { data: spans("openinference.instrumentation.x", {}, 3) });
  await request.post("/v1/traces", { data: spans("a-scope-that-nobody-knows", { a: "b" }) });
  await page.goto("/ingestion");
  await expect(page.getByRole("heading", { name: "Attributes were dropped" })).toBeVisible();
  await page
    .getByRole("navigation", { name: "Kind" })
    .getByRole("link", { name: /names of the attributes/ })
    .click();
  await expect(page).toHaveURL(/kind=unknown_dialect/);
  await expect(page.getByRole("heading", { name: "Attributes were dropped" })).toBeHidden();
  await page.getByText("Where it was found last").first().click();
  await expect(page.getByText("a-scope-that-nobody-knows").last()).toBeVisible();
  await page.goto("/ingestion?kind=no-such-kind");
  await page.getByRole("link", { name: "Clear the filters" }).click();
  await expect(page).toHaveURL(/\/ingestion$/);
});

for (const path of ["/connect/claude-code", "/connect/model-calls", "/ingestion"]) {
  test(`${path} is accessible, wide and narrow`, async ({ page }) => {
    await page.goto(path);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}
