import { describe, expect, it } from "vitest";
import { instance } from "@/lib/env";

const SECRET = "s".repeat(32);
const TEAM = { SIGHTGLASS_MODE: "team", SIGHTGLASS_SECRET: SECRET };

describe("the settings of an instance", () => {
  it("are those of one person's own machine when nothing is set", () => {
    expect(instance({ PORT: "" })).toMatchObject({
      mode: "local",
      host: "127.0.0.1",
      port: 4318,
      oidc: null,
    });
  });

  it("allow other machines in team mode, behind https", () => {
    const team = instance({ ...TEAM, HOST: "0.0.0.0", SIGHTGLASS_URL: "https://glass.example" });
    expect(team).toMatchObject({ mode: "team", host: "0.0.0.0", secret: SECRET });
    expect(team.url.origin).toBe("https://glass.example");
  });

  it("take an identity provider whole or not at all", () => {
    const oidc = {
      SIGHTGLASS_OIDC_ISSUER: "https://id.example/",
      SIGHTGLASS_OIDC_CLIENT_ID: "a",
      SIGHTGLASS_OIDC_CLIENT_SECRET: "b",
    };
    expect(instance({ ...TEAM, ...oidc }).oidc).toMatchObject({ issuer: "https://id.example" });
    expect(() => instance({ ...TEAM, ...oidc, SIGHTGLASS_OIDC_CLIENT_ID: "" })).toThrow(/belong together/);
  });

  it.each([
    ["another machine's reach without a login", { HOST: "0.0.0.0" }, /SIGHTGLASS_MODE=team/],
    ["a name that only begins like loopback", { HOST: "127.0.0.1.example" }, /SIGHTGLASS_MODE=team/],
    ["a team without a secret", { SIGHTGLASS_MODE: "team" }, /SIGHTGLASS_SECRET/],
    ["a short secret", { ...TEAM, SIGHTGLASS_SECRET: "short" }, /SIGHTGLASS_SECRET/],
    ["a team over plain http", { ...TEAM, SIGHTGLASS_URL: "http://glass.example" }, /https/],
    ["a team on every address without a public one", { ...TEAM, HOST: "0.0.0.0" }, /https/],
    ["a mode that does not exist", { SIGHTGLASS_MODE: "open" }, /SIGHTGLASS_MODE/],
    ["a port that is none", { PORT: "99999" }, /PORT/],
  ])("refuse %s", (_, env, message) => expect(() => instance(env)).toThrow(message));
});
