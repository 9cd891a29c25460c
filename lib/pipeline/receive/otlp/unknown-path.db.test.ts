import { describe, expect, it } from "vitest";
import { errorSchema } from "@/lib/api/endpoint";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { listIngestionWarnings } from "@/lib/queries/ingestion/list-ingestion-warnings";
import { answerRequest } from "@/lib/routes/table";
import { testDatabase } from "@/lib/testing/database";
import { getBytes, readWireFields, getNumber } from "../../records/wire-reader";

const db = testDatabase();

function ask(path: string, method = "POST", contentType = "application/json"): Promise<Response> {
  return answerRequest(
    new Request(`http://127.0.0.1:4318${path}`, {
      method,
      headers: { "content-type": contentType },
      ...(method === "POST" && { body: "{}" }),
    }),
  );
}

describe("a path that does not exist", () => {
  it.each(["/v1", "/v1/foo", "/v1/traces/x", "/v1/traceloop/prompts", "/api/public/otel/v1/metrics"])(
    "%s answers with a status that says where to send, in the encoding of the request",
    async (path) => {
      const json = await ask(path);
      expect([json.status, json.headers.get("content-type")]).toEqual([404, "application/json"]);
      expect(await json.json()).toEqual({
        code: 5,
        message: expect.stringMatching(new RegExp(`^there is nothing at ${path}; .*/v1/traces`)) as unknown,
      });
      const binary = await ask(path, "POST", "application/x-protobuf");
      expect([binary.status, binary.headers.get("content-type")]).toEqual([404, "application/x-protobuf"]);
      const [code, message] = [...readWireFields(Buffer.from(await binary.arrayBuffer()))];
      expect(code && getNumber(code)).toBe(5n);
      expect(message && getBytes(message).toString("utf8")).toContain(path);
    },
  );

  it("that something was sent to is warned of, and one that was only looked at is not", async () => {
    await ask("/v1/looked-at", "GET");
    await ask("/v1/sent-to");
    const { warnings } = await listIngestionWarnings(db, DEFAULT_PROJECT);
    const found = warnings.find(({ code, source }) => code === "wrong_path" && source === "unknown path");
    expect(found?.sample).toEqual({ path: "/v1/sent-to" });
  });

  it.each(["GET", "POST", "PUT", "PATCH", "DELETE"])(
    "of the API answers %s in the error shape",
    async (method) => {
      const response = await ask("/api/v1/no-such-thing", method);
      expect(response.status).toBe(404);
      expect(errorSchema.parse(await response.json()).error).toMatchObject({
        code: "not_found",
        message: `${method} /api/v1/no-such-thing was not found`,
      });
    },
  );
});
