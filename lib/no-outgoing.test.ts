import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** What opens a connection, directly or as a module. Snippets for copying are plain text. */
const OPENS =
  /(?<![\w.`"'])fetch\(|new (?:WebSocket|XMLHttpRequest)\b|sendBeacon|from "(?:(?:node:)?(?:https?|net|tls|dns|dgram|http2|undici)|openai|@anthropic-ai\/sdk)"/;
/**
 * Files that do, and to whom: the app's own routes, whoever knocks at its own door, a process of its own behind that door, that door itself after a start, the proxy, a process of its own that
 * calls the upstreams and the target of its settings, what sends alerts to where an owner declared, and what asks the
 * model that an operator configured, at its address only. What agents install (lib/client) runs in their programs, and no room
 * of this one may import it.
 */
const KNOWN = [
  "components/data/delete-soon.ts",
  "components/data/fetch-answer.ts",
  "components/data/follow-job.ts",
  "components/data/send-json.ts",
  "components/session-list/upload.ts",
  "lib/alerts/address.ts",
  "lib/alerts/send.ts",
  "lib/judge/client.ts",
  "lib/proxy/forward.ts",
  "lib/proxy/headers.ts",
  "lib/proxy/policy-in-use.ts",
  "lib/proxy/record-exchange.ts",
  "lib/proxy/serve-proxy.ts",
  "lib/server/answer.ts",
  "lib/server/dispatch.ts",
  "lib/server/drain.ts",
  "lib/server/guard.ts",
  "lib/server/large-bodies.ts",
  "lib/server/main.ts",
  "lib/server/page-span.ts",
  "lib/server/receiver-process.ts",
  "lib/server/receiver.ts",
  "lib/server/request-log.ts",
  "lib/server/serve-page.ts",
  "lib/server/stalled-bodies.ts",
  "lib/server/static-files.ts",
  "lib/server/unavailable-pages.ts",
  "lib/server/warm-up.ts",
];
const SHOWN = "lib/view/connect/guides/";

const product = ["lib", "components", "app"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  )
  .filter(
    (file) =>
      /\.(tsx?|mts|mjs)$/.test(file) &&
      !/\.test\.tsx?$|\/generated\/|^lib\/(testing|cli|client)\//.test(file),
  );

describe("the program", () => {
  it("calls nobody: an address in a trace, to loopback, link-local or anywhere, is text", () => {
    const callers = product.filter((file) => OPENS.test(readFileSync(file, "utf8")));
    expect(callers.filter((file) => !file.startsWith(SHOWN)).sort()).toEqual(KNOWN);
  });

  it("asks its own routes by their path only", () => {
    const asked = product
      .filter((file) => file.startsWith("components/"))
      .flatMap((file) => [
        ...readFileSync(file, "utf8").matchAll(/(?:makeApiRead|EventSource)(?:<[^(]*>)?\(\s*[`"](.)/g),
      ]);
    expect(asked.length).toBeGreaterThan(5);
    expect(new Set(asked.map(([, first]) => first))).toEqual(new Set(["/"]));
  });
});
