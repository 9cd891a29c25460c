import { describe, expect, it } from "vitest";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { testDatabase } from "@/lib/testing/database";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import { addKey } from "@/lib/testing/team";

const db = testDatabase();
const read = (headers: Record<string, string> = {}) =>
  callRoute(endpointOf("GET", "/api/v1/sessions"), {}, "", { headers });

describe("on one's own machine", () => {
  it("nobody needs a key, and what clients of other tools send instead does no harm", async () => {
    expect((await read()).status).toBe(200);
    expect((await read({ authorization: "Bearer sk-some-other-service" })).status).toBe(200);
    expect((await read({ "x-api-key": "anything" })).status).toBe(200);
  });

  it("a key that is sent all the same is held to its scopes", async () => {
    expect((await read(await addKey(db, DEFAULT_PROJECT, ["read"]))).status).toBe(200);
    expect((await read(await addKey(db, DEFAULT_PROJECT, ["ingest"]))).status).toBe(403);
    expect((await read({ authorization: "Bearer sgk_made-up" })).status).toBe(401);
  });

  it("nobody signs in or is invited", async () => {
    const post = (path: string, body: object) =>
      callRoute(endpointOf("POST", path), {}, "", { body: JSON.stringify(body) });
    expect((await post("/api/v1/sign-in", { email: "a@example.com", password: "x" })).status).toBe(404);
    expect((await post("/api/v1/join", { token: "x" })).status).toBe(404);
    expect((await post("/api/v1/invitations", { role: "viewer" })).status).toBe(409);
    expect((await post("/api/v1/projects", { name: "x" })).status).toBe(409);
  });
});
