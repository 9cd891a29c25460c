import { beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { OtherProcesses } from "@/lib/metrics";
import { testDatabase } from "@/lib/testing/database";
import { routeServer } from "@/lib/testing/servers/route-server";
import { answerMetrics } from "./metrics";

const db = testDatabase();
const instance = routeServer();
const KEY = "k".repeat(32);
const ask = (mode: "local" | "team", metricsKey: string | null, authorization?: string) =>
  answerMetrics(authorization, { mode, metricsKey }, new OtherProcesses());

describe("the metrics of an instance", () => {
  beforeAll(async () => {
    const events = [
      { id: "e1", session: "named-in-no-metric", at: "2026-01-01T00:00:00.000Z", type: "session.started" },
      { id: "e2", session: "named-in-no-metric", type: "session.started" },
    ];
    const headers = { "content-type": "application/json" };
    await fetch(`${instance.url}/api/v1/events`, {
      method: "POST",
      headers,
      body: JSON.stringify({ events }),
    });
    await db.alertMessage.create({
      data: {
        projectId: DEFAULT_PROJECT,
        id: "m",
        target: "t",
        status: "dead",
        dueAt: new Date(),
        content: {},
      },
    });
  });

  it("tell what arrived, what waits and how much room it takes", async () => {
    const answer = await ask("local", null);
    expect(answer.headers.get("content-type")).toContain("application/openmetrics-text");
    const text = await answer.text();
    for (const line of [
      /^sightglass_records_total\{route="\/api\/v1\/events",outcome="accepted"\} [1-9]\d*$/m,
      /^sightglass_records_total\{route="\/api\/v1\/events",outcome="rejected"\} [1-9]\d*$/m,
      /^sightglass_request_seconds_count\{route="\/api\/v1\/events",method="POST",status="200"\} [1-9]\d*$/m,
      /^sightglass_database_up 1$/m,
      /^sightglass_unreadable\{what="sessions"\} [01]$/m,
      /^sightglass_alert_messages\{status="dead"\} [1-9]\d*$/m,
      /^sightglass_table_bytes\{table="session"\} [1-9]\d*$/m,
      /^# EOF$/m,
    ])
      expect(text).toMatch(line);
    expect(text).not.toContain("named-in-no-metric");
  });

  it("are for whoever has the key, in team mode and wherever one is set", async () => {
    expect((await ask("team", null)).status).toBe(404);
    expect((await ask("team", KEY)).status).toBe(401);
    expect((await ask("local", KEY, "Bearer wrong")).status).toBe(401);
    expect((await ask("team", KEY, `Bearer ${KEY}`)).status).toBe(200);
  });
});
