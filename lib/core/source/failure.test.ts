import { describe, expect, it } from "vitest";
import { isEmptyResult, readTracedError, saysFailure, saysTryAgain, statesFailedExit } from "./failure";

describe("a result that tells of a failure", () => {
  it.each([
    "HTTP 503 Service Unavailable",
    "404 Not Found",
    '{"error":{"message":"rate limited","code":429}}',
    '{"status":404,"message":"no order"}',
    '{"statusCode":500,"body":""}',
    '{"data":null,"errors":[{"message":"not authorised"}]}',
    '{"success":"false","message":"no"}',
    '{"status":"failed","message":"gave up"}',
    '{"result":{"error":"no such order"}}',
    '{"isError":true,"content":[{"type":"text","text":"boom"}]}',
    "The request timed out after 30 s",
    "connect ECONNREFUSED 10.0.0.5:443",
    "curl: (6) Could not resolve host: api.example.org",
    "<tool_use_error>Unknown tool</tool_use_error>",
    "[Request interrupted by user]",
    "KeyError: 'order 7'",
    "Exit code 1\nno such order",
    "Rate limit exceeded, try again later",
    "Access to order 7 is forbidden",
    "Invalid order id",
    "Sorry, I could not find an invoice with that id.",
    "Access to this resource has been denied",
    'FAIL: password authentication refused for user "shop"',
    "Usage: edit <start_line>:<end_line>",
    "usage: edit <from>:<to>\n(Open file: /app/a.py)\n(Current directory: /app)\nbash-$",
    '{"message":"Not Found","documentation_url":"https://docs.example/rest"}',
  ])("is %s", (text) => {
    expect(saysFailure(text)).toBe(true);
  });

  it.each([
    '{"order":"A-7734-XK","status":"failed","total":1299.5}',
    '{"order":"A-7734-XK","status":"pending","errors":0,"error":null}',
    '{"order":"A-7734-XK","note":"customer not found at home"}',
    '{"code":450,"name":"desk lamp"}',
    "512 tests passed",
    "Failover is ready on host b",
    "usage: tool [-h] NAME\n\noptions:\n  -h, --help  show this help",
    '{"message":"Sent to 3 people","status":"ok"}',
    "export function parse() {\n  throw new Error('not found');\n}",
  ])("is not %s", (text) => {
    expect(saysFailure(text)).toBe(false);
  });
});

describe("the code of a command", () => {
  it.each([
    ["rc=1\nsed: no", true],
    ["Exit code 2\nno", true],
    ["<returncode>1</returncode>\n<output>no</output>", true],
    ["no\n[The command completed with exit code 1.]\n[Current working directory: /app]", true],
    ["rc=0\nyes", false],
    ["The job has exit code 1 in its table", false],
    [`one\nrc=1\n${"two\n".repeat(9)}`, false],
  ])("of %j says a failure: %s", (text, isFailed) => {
    expect(statesFailedExit(text)).toBe(isFailed);
  });
});

describe("a failure that passes", () => {
  it("is one after which calling again is right", () => {
    for (const text of [
      "HTTP 503 Service Unavailable",
      '{"error":"rate limited","status":429}',
      "Error: ETIMEDOUT",
    ])
      expect(saysTryAgain(text), text).toBe(true);
    for (const text of [
      "HTTP 404 Not Found",
      '{"error":"no such order"}',
      "order 503: the service is unavailable to us",
    ])
      expect(saysTryAgain(text), text).toBe(false);
  });
});

describe("a result that holds nothing", () => {
  it.each([
    "",
    "null",
    "[]",
    "{ }",
    "No results found.",
    "0 results",
    "(no output)",
    "No invoice found with id 5",
    '{"items":[],"total":0}',
    '{"order":null,"items":[]}',
  ])("is %j", (text) => {
    expect(isEmptyResult(text)).toBe(true);
  });

  it.each([
    "0",
    "ok",
    '{"order":null,"status":"pending"}',
    "No one was hurt in the test of the lamp.",
    "No errors found",
    '{"errors":[],"files":12}',
  ])("is not %j", (text) => {
    expect(isEmptyResult(text)).toBe(false);
  });
});

describe("the error that a program ended with", () => {
  const TRACE =
    'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\nTypeError: no integer';
  const said = (lines: number) => Array.from({ length: lines }, (_, i) => `step ${i} is done`).join("\n");

  it("is read below what was said before, and above what the harness writes", () => {
    expect(readTracedError(`${said(40)}\n${TRACE}\n${said(4)}\n(Open file: a.py)\nbash-$`)).toBe(
      "TypeError: no integer",
    );
  });

  it("is read through what the program said in between", () => {
    const mixed = TRACE.replace("TypeError", "Opened the file.\nIts name is a.nc\nTypeError");
    expect(readTracedError(mixed)).toBe("TypeError: no integer");
  });

  it("is none where the program went on", () => {
    expect(readTracedError(`${said(40)}\n${TRACE}\n${said(20)}`)).toBeNull();
  });
});
