import { expect, it } from "vitest";
import { atItsPlace } from "./dispatch";

it("health and readiness are answered at the root too, and nothing else is moved", () => {
  expect(["/health", "/ready", "/health?a=1", "/"].map(atItsPlace)).toEqual([
    "/api/v1/health",
    "/api/v1/ready",
    "/api/v1/health?a=1",
    "/",
  ]);
  for (const other of ["/healthy", "/health/", "/sessions/health", "/api/v1/health", "//health"])
    expect(atItsPlace(other)).toBe(other);
  expect(atItsPlace(undefined)).toBe("/");
});
