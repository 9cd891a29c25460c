import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { describeRefusedAddress } from "./address";
import { writeAlertBody, type AlertContent } from "./payload";
import { sendMessage } from "./send";

const TEAM = { privateAllowed: false, hosts: ["hooks.intern"] };
const LOCAL = { privateAllowed: true, hosts: [] };
const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

describe("an address that alerts go to", () => {
  it.each([
    "https://hooks.example.com/x",
    "https://8.8.8.8/x",
    "https://[2606:4700::1111]/",
    "http://hooks.intern:8080/x",
  ])("may be %s", (url) => {
    expect(describeRefusedAddress(url, TEAM)).toBeNull();
  });

  it.each([
    "https://127.0.0.1/x",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://10.1.2.3/",
    "https://172.31.0.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://100.64.0.1/",
    "https://0.0.0.0/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[fd00::1]/",
    "https://[fe80::1]/",
    "https://[2002:7f00:1::]/",
    "https://192.88.99.1/",
    "https://192.0.2.1/",
    "https://198.18.0.1/",
    "https://198.51.100.1/",
    "https://203.0.113.1/",
    "https://192.31.196.1/",
    "https://192.175.48.1/",
    "https://[2001:db8::1]/",
    "https://[2001:2::1]/",
    "https://[3fff::1]/",
    "https://[5f00::1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[64:ff9b:1::1]/",
    "https://[100::1]/",
    "https://[100:0:0:1::1]/",
    "https://[fec0::1]/",
    "https://[4000::1]/",
    "https://localhost/",
    "https://LOCALHOST./",
    "https://a.internal/",
    "https://intranet/",
    "http://hooks.example.com/",
    "https://user:pass@hooks.example.com/",
    "ftp://hooks.example.com/",
    "file:///etc/passwd",
    "no address",
  ])("may not be %s in team mode", (url) => {
    expect(describeRefusedAddress(url, TEAM)).toEqual(expect.any(String));
  });
});

async function receiver(
  status: number,
): Promise<{ url: string; got: { headers: IncomingHttpHeaders; body: string }[] }> {
  const got: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((incoming, outgoing) => {
    let body = "";
    incoming.on("data", (chunk: Buffer) => (body += chunk.toString()));
    incoming.on("end", () => {
      got.push({ headers: incoming.headers, body });
      outgoing.writeHead(status, { location: "http://127.0.0.1:9/" }).end("answer");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, got };
}

describe("a name that leads to a private network when it is called", () => {
  it.each([
    ["only there", [{ address: "127.0.0.1", family: 4 }]],
    [
      "also there",
      [
        { address: "8.8.8.8", family: 4 },
        { address: "::1", family: 6 },
      ],
    ],
    ["to a special range", [{ address: "192.88.99.1", family: 4 }]],
  ])("is not called, however it led when it was declared: %s", async (_, addresses) => {
    let asked = 0;
    const resolve = ((_host: string, _options: object, answer: (error: null, found: object[]) => void) => {
      asked++;
      answer(null, addresses);
    }) as never;
    const message = { id: "msg_1", url: "https://hooks.example.com/x", secret: "s", body: "{}" };
    const result = await sendMessage(message, TEAM, resolve);
    expect(result).toEqual({ taken: false, answer: "hooks.example.com leads to a private network" });
    expect(asked).toBe(1);
  });
});

describe("a message", () => {
  it("is signed, so that its receiver knows it", async () => {
    const { url, got } = await receiver(204);
    const body = JSON.stringify({ a: "ü" });
    expect(await sendMessage({ id: "m1", url, secret: "s3", body }, LOCAL)).toEqual({
      taken: true,
      answer: "status 204",
    });
    const [, at, hash] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(got[0]?.headers["x-sightglass-signature"])) ?? [];
    expect(hash).toBe(createHmac("sha256", "s3").update(`${at}.${body}`).digest("hex"));
    expect(got[0]).toMatchObject({ body, headers: { "x-sightglass-id": "m1" } });
  });

  it("follows no redirect, and is not taken with another status", async () => {
    for (const status of [302, 404, 500]) {
      const { url } = await receiver(status);
      expect(await sendMessage({ id: "m", url, secret: "s", body: "{}" }, LOCAL)).toEqual({
        taken: false,
        answer: `status ${status}`,
      });
    }
    const gone = await sendMessage({ id: "m", url: "http://127.0.0.1:9/", secret: "s", body: "{}" }, LOCAL);
    expect(gone).toMatchObject({ taken: false, answer: expect.stringContaining("ECONNREFUSED") as string });
  });

  const CONTENT: AlertContent = {
    id: "m",
    type: "alert",
    at: "2026-01-01T00:00:00.000Z",
    rule: { id: "r", name: "Loops" },
    session: {
      id: "ses_1",
      externalId: "e",
      name: "Order 7\r\nBcc: all@example.com <!channel>",
      agent: null,
      ended: false,
      link: "http://127.0.0.1:4318/sessions/ses_1",
    },
    windowShare: 0.5,
    story: "Its own calls cost 12.30 USD.",
    findings: [
      {
        code: "call.loop",
        severity: "warning",
        fromTurn: 3,
        sentence: "<https://evil|click> *now*\nTo: you",
      },
    ],
    more: 2,
  };

  it("is text in every format, whatever the trace says", () => {
    const email = JSON.parse(writeAlertBody("email", CONTENT)) as { subject: string; text: string };
    expect(email.subject).toBe("Sightglass: Loops: Order 7 Bcc: all@example.com <!channel>");
    expect(email.text.split("\n")).toHaveLength(7);
    const slack = JSON.parse(writeAlertBody("slack", CONTENT)) as {
      text: string;
      blocks: { text: { type: string } }[];
    };
    expect(slack.text).toContain("&lt;!channel&gt;");
    expect(slack.blocks[0]?.text.type).toBe("plain_text");
    expect(JSON.parse(writeAlertBody("json", CONTENT))).toEqual({ version: 1, ...CONTENT });
  });
});
