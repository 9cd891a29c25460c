import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { leadThrough } from "./lead-through";
import { makeProxyServer } from "./serve-proxy";
import { readProxySettings } from "./settings";

const settings = readProxySettings({});
const PROXY = "http://127.0.0.1:4320";
const addressesOf = (env: Record<string, string>) =>
  Object.fromEntries([...leadThrough(settings, env).upstreams].map(([name, { href }]) => [name, href]));

describe("the model calls of a command", () => {
  it("go through the proxy to the address that is set, as in the example at the head of the file", () => {
    const env = { OPENAI_BASE_URL: "https://gateway.example/v1", GROQ_API_KEY: "k" };
    const { variables, unseen } = leadThrough(settings, env);
    expect(addressesOf(env)).toMatchObject({ openai: "https://gateway.example/v1" });
    expect(variables).toEqual({
      OPENAI_BASE_URL: `${PROXY}/openai`,
      OPENAI_API_BASE: `${PROXY}/openai`,
      ANTHROPIC_BASE_URL: `${PROXY}/anthropic`,
      GOOGLE_GEMINI_BASE_URL: `${PROXY}/gemini`,
    });
    expect(unseen).toEqual(["GROQ_API_KEY: no variable says where its provider is"]);
  });

  it("go to the providers' own addresses where nothing is set", () => {
    expect(
      leadThrough(settings, { OPENAI_BASE_URL: "", OPENAI_API_KEY: "k", GOOGLE_API_KEY: "k" }),
    ).toMatchObject({
      variables: { OPENAI_BASE_URL: `${PROXY}/openai/v1`, OPENAI_API_BASE: `${PROXY}/openai/v1` },
      unseen: [],
    });
    expect(addressesOf({})).toMatchObject({ openai: "https://api.openai.com/" });
  });

  it("keep two addresses of one client apart", () => {
    const env = { OPENAI_BASE_URL: "https://new.example/v1", OPENAI_API_BASE: "https://old.example/v1" };
    expect(leadThrough(settings, env).variables).toMatchObject({
      OPENAI_BASE_URL: `${PROXY}/openai`,
      OPENAI_API_BASE: `${PROXY}/openai-api-base`,
    });
    expect(addressesOf(env)).toMatchObject({
      openai: "https://new.example/v1",
      "openai-api-base": "https://old.example/v1",
    });
  });

  it("are those of any client whose variables hold an address and a key, and of no other service", () => {
    const env = {
      OPENROUTER_API_BASE: "https://router.example/api/v1",
      OPENROUTER_API_KEY: "k",
      AZURE_OPENAI_ENDPOINT: "https://unit.example",
      AZURE_OPENAI_API_KEY: "k",
      SHOP_BASE_URL: "https://shop.example",
      SIGHTGLASS_API_KEY: "k",
    };
    const { variables, unseen } = leadThrough(settings, env);
    expect(variables.OPENROUTER_API_BASE).toBe(`${PROXY}/openrouter-api-base`);
    expect(variables.AZURE_OPENAI_ENDPOINT).toBe(`${PROXY}/azure-openai-endpoint`);
    expect(variables).not.toHaveProperty("SHOP_BASE_URL");
    expect(unseen).toEqual([]);
  });

  it("are left alone where what is set is no address, which is said", () => {
    const { variables, unseen } = leadThrough(settings, { ANTHROPIC_BASE_URL: "gateway.example:8080" });
    expect(variables).not.toHaveProperty("ANTHROPIC_BASE_URL");
    expect(unseen).toEqual([expect.stringContaining("ANTHROPIC_BASE_URL: expected an address")]);
    const openai = leadThrough(settings, { OPENAI_BASE_URL: "gateway.example:8080" });
    expect(openai.unseen).toEqual([expect.stringContaining("OPENAI_BASE_URL: expected an address")]);
    // Its key is for the gateway, so no other variable may lead to the provider's own address.
    expect(openai.variables).not.toHaveProperty("OPENAI_API_BASE");
  });
});

describe("a call of a command whose gateway is set", () => {
  const servers: { close(): unknown }[] = [];
  afterAll(() => servers.forEach((server) => server.close()));

  async function listen(server: ReturnType<typeof createServer>): Promise<string> {
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", () => done()));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it("reaches the gateway with its path and its key", async () => {
    const asked: unknown[] = [];
    const gateway = await listen(
      createServer((request, response) => {
        asked.push([request.url, request.headers.authorization]);
        response.writeHead(200, { "content-type": "application/json" }).end("{}");
      }),
    );
    const { upstreams, variables } = leadThrough(settings, { OPENAI_BASE_URL: `${gateway}/team/v1` });
    const proxy = await listen(makeProxyServer({ upstreams, record: () => undefined }));
    const base = variables.OPENAI_BASE_URL?.replace(PROXY, proxy) ?? "";
    const headers = { authorization: "Bearer of-the-gateway", "content-type": "application/json" };
    await fetch(`${base}/chat/completions`, { method: "POST", headers, body: "{}" });
    expect(asked).toEqual([["/team/v1/chat/completions", "Bearer of-the-gateway"]]);
  });
});
