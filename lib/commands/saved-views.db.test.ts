import { beforeEach, describe, expect, it } from "vitest";
import type { SavedViewAnswer } from "@/lib/api/endpoints/views";
import { testDatabase } from "@/lib/testing/database";
import { callRoute, endpointOf } from "@/lib/testing/routes";

const db = testDatabase();
beforeEach(() => db.savedView.deleteMany());

async function call(method: "GET" | "POST" | "DELETE", path: string, params = {}, body?: object) {
  const init =
    body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await callRoute(endpointOf(method, `/api/v1/views${path}`), params, "", init);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const save = async (name: string, query: string) =>
  (await call("POST", "", {}, { name, query })).body as unknown as SavedViewAnswer;
const views = async () => (await call("GET", "")).body.views as SavedViewAnswer[];

describe("saved views of the list", () => {
  it("are there for everybody of the project, by name, without the page they were on", async () => {
    await save("Wrong", "outcome=wrong&cursor=abc&tour=2");
    await save("Dangling", "sort=dangling");
    expect((await views()).map(({ name, query }) => [name, query])).toEqual([
      ["Dangling", "sort=dangling"],
      ["Wrong", "outcome=wrong"],
    ]);
  });

  it("keep their link when they are saved again under their name", async () => {
    const first = await save("Wrong", "outcome=wrong");
    const again = await save("Wrong", "outcome=wrong&sort=turns");
    expect(again).toEqual({ ...first, query: "outcome=wrong&sort=turns" });
    expect(await views()).toEqual([again]);
  });

  it("are gone once removed, and a second removal says so", async () => {
    const { id } = await save("Wrong", "outcome=wrong");
    expect((await call("DELETE", "/{viewId}", { viewId: id })).status).toBe(200);
    expect(await views()).toEqual([]);
    expect((await call("DELETE", "/{viewId}", { viewId: id })).status).toBe(404);
  });

  it("need a name", async () => {
    const { status, body } = await call("POST", "", {}, { name: "  ", query: "" });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { details: [{ path: "name" }] } });
  });
});
