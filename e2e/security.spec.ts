import { once } from "node:events";
import { connect } from "node:net";
import type { Page } from "@playwright/test";
import { expect, sessionId, test } from "./fixtures";

async function watch(page: Page): Promise<{ violations: () => Promise<string[]>; foreign: string[] }> {
  const foreign: string[] = [];
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^https?:$/.test(protocol) && hostname !== "127.0.0.1") foreign.push(request.url());
  });
  await page.addInitScript(() => {
    const stopped: string[] = [];
    Object.assign(window, { stopped });
    document.addEventListener("securitypolicyviolation", (event) =>
      stopped.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    );
  });
  const violations = () => page.evaluate(() => (window as unknown as { stopped: string[] }).stopped);
  return { violations, foreign };
}

test("pages keep to their own policy and fetch from nobody else", async ({ page, request }) => {
  const { violations, foreign } = await watch(page);
  const id = await sessionId(request, "Publishing daemon");
  await page.goto(`/sessions/${id}`);
  const views = await page
    .getByRole("navigation", { name: "Views of this session" })
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(views.length).toBeGreaterThan(0);
  for (const path of ["/", ...views, `/sessions/${id}/turns/16`, "/settings", "/nothing-here"]) {
    await page.goto(path);
    await expect(async () => {
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog", { name: "Keyboard commands" }), path).toBeVisible({
        timeout: 2_000,
      });
    }).toPass({ timeout: 60_000 });
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Theme:/ }).click();
    expect({ path, violations: await violations() }).toEqual({ path, violations: [] });
  }
  expect(foreign).toEqual([]);
});

test("a script that got into a page does not run", async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto("/");
  const ran = await page.evaluate(() => {
    document.body.insertAdjacentHTML("beforeend", '<img src="/nothing" onerror="window.ran = true">');
    const script = document.createElement("div");
    script.innerHTML = "<svg><script>window.ran = true</script></svg>";
    document.body.append(script);
    return new Promise((resolve) =>
      setTimeout(() => resolve((window as unknown as { ran?: boolean }).ran ?? false), 500),
    );
  });
  expect(ran).toBe(false);
  await page.context().close();
});

test("every answer carries the security headers, and every page a nonce of its own", async ({ request }) => {
  const nonces = new Set<string | undefined>();
  for (const path of ["/", "/", "/nothing-here", "/api/v1/health", "/api/v1/sessions/none", "/icon.svg"]) {
    const headers = (await request.get(path)).headers();
    expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" });
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    nonces.add(/'nonce-([^']+)'/.exec(headers["content-security-policy"] ?? "")?.[1]);
  }
  expect(nonces.size).toBeGreaterThanOrEqual(4);
});

test("a foreign host, and another site's page, are refused", async ({ request }) => {
  const rebound = await request.get("/api/v1/sessions", { headers: { host: "evil.example" } });
  expect(rebound.status()).toBe(403);
  const foreign = await request.post("/api/v1/events", {
    headers: { origin: "https://evil.example" },
    data: { events: [] },
  });
  expect(foreign.status()).toBe(403);
  expect(foreign.headers()).not.toHaveProperty("access-control-allow-origin");
});

/** The status of a request line that no client library sends. */
async function statusOf(port: number, line: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`${line} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
  const [said] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  return said.toString("latin1").split(" ")[1] ?? "";
}

test("methods and targets that no route has are refused, and are no error of the server", async ({
  baseURL,
}) => {
  const port = Number(new URL(baseURL ?? "").port);
  expect(await statusOf(port, "TRACE /")).toBe("405");
  expect(await statusOf(port, "PROPFIND /api/v1/sessions")).toBe("405");
  expect(await statusOf(port, "OPTIONS *")).toBe("400");
  expect(await statusOf(port, "GET http://evil.example/")).toBe("400");
  expect(await statusOf(port, "GET /%ED%A0%80")).toBe("400");
  for (const line of ["POST /docs", "PUT /", "GET /sign-in?next=%2F%C3%BC", "OPTIONS /api/v1/sessions"])
    expect(Number(await statusOf(port, line)), line).toBeLessThan(500);
});

test("a body above what this process reads is taken all the same", async ({ request }) => {
  const content = "the order desk ".repeat(40_000);
  const at = new Date().toISOString();
  const append = [{ id: "large", kind: "user_message", content }];
  const session = "large-body";
  const event = { id: "t0", session, at, type: "turn.recorded", turn: 0, window: { append } };
  const taken = await request.post("/api/v1/events", { data: { events: [event] } });
  expect(await taken.json()).toMatchObject({ accepted: 1, rejected: [] });
  const nested = await request.post("/api/v1/runtime/apply", {
    headers: { "content-type": "application/json" },
    data: Buffer.from(`{"messages":${"[".repeat(300_000)}${"]".repeat(300_000)}}`),
  });
  expect(nested.status()).toBe(400);
});
