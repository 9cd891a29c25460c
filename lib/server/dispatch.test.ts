import { expect, it } from "vitest";
import { placePath } from "./dispatch";

it("health and readiness are answered at the root too, and nothing else is moved", () => {
  expect(["/health", "/ready", "/health?a=1", "/"].map(placePath)).toEqual([
    "/api/v1/health",
    "/api/v1/ready",
    "/api/v1/health?a=1",
    "/",
  ]);
  for (const other of ["/healthy", "/health/", "/sessions/health", "/api/v1/health", "//health"])
    expect(placePath(other)).toBe(other);
  expect(placePath(undefined)).toBe("/");
});
