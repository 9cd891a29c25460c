import { describe, expect, it } from "vitest";
import { textFile } from "@/lib/testing/import-file";
import { sampleText } from "@/lib/testing/samples";
import { withAdvice } from "./advice";
import { chooseImporter } from "./choose";
import { miniSweAgent } from "./formats/swe-agent/mini-swe-agent";
import { groupFiles } from "./group";

async function reasonFor(text: string, format?: string): Promise<string> {
  const { sniff } = await textFile("file", text);
  const choice = chooseImporter(sniff, format);
  return choice.importer === null ? choice.reason : `${choice.importer.id} was chosen`;
}

async function adviceFor(text: string): Promise<string | undefined> {
  const { unrecognised } = groupFiles([await textFile("file", text)]);
  return unrecognised[0] && (await withAdvice(unrecognised[0])).reason;
}

describe("chooseImporter", () => {
  it("says of a file that is nearly in a known format what it is, and names the format only where it reads the file", async () => {
    const run = sampleText("mini-swe-agent.traj.json").replaceAll('"model_stats"', '"stats"');
    expect(await reasonFor(run)).toMatch(
      /^its format is not known; it is one JSON object with the keys .*info.* sent as events$/,
    );
    expect(await adviceFor(run)).toMatch(
      /"mini-swe-agent trajectory" comes closest, but the file has no field model_stats in its info\. With format/,
    );
    const strange = run.replaceAll('"messages": [', '"messages": [{"colour": "red"},');
    expect(await adviceFor(strange)).not.toContain("comes closest");
    const rollout = sampleText("codex-rollout.jsonl").replaceAll('"payload"', '"content"');
    expect(await reasonFor(rollout, "codex_rollout")).toBe("codex_rollout was chosen");
    expect(await reasonFor(rollout)).not.toContain("was chosen");
  });

  it("advises a format only where it reads the file", async () => {
    const run = sampleText("mini-swe-agent.traj.json").replaceAll('"model_stats"', '"stats"');
    expect(await adviceFor(run)).toMatch(/\. With format=mini_swe_agent all of it is read$/);
    const file = await textFile("file", '{"hello": 1}');
    const nearly = { importer: miniSweAgent, difference: "has no field info" };
    expect((await withAdvice({ file, reason: "It differs", nearly })).reason).toBe("It differs");
  });

  it("names the program of a file that looks like another one's", async () => {
    const row = { uuid: "a", parentUuid: null, sessionId: "s", type: "user", isSidechain: false };
    const qwen = { ...row, message: { role: "user", parts: [{ text: "Hi" }] } };
    expect(await reasonFor(JSON.stringify(qwen))).toBe("qwen_code was chosen");
    const iflow = { ...row, message: { id: "response-1768975012469-tool", role: "assistant", content: [] } };
    expect(await reasonFor(JSON.stringify(iflow))).toBe("iflow was chosen");
    const { isSidechain: _, ...copied } = { ...row, message: { role: "user", content: "Hi" } };
    expect(await reasonFor(JSON.stringify(copied))).toBe("claude_code was chosen");
    expect(await reasonFor(JSON.stringify({ ...copied, message: "Hi" }))).not.toContain("chosen");
    const amp = { id: "T-0a1b2c3d", messages: [{ role: "user", messageId: 0, content: [] }] };
    expect(await reasonFor(JSON.stringify(amp))).toBe("amp was chosen");
    const turn = { timestamp: 1, message: { type: "TurnBegin", payload: { user_input: "Hi" } } };
    expect(await reasonFor(JSON.stringify(turn))).toContain("import context.jsonl");
  });

  it("takes a session of pi or OpenClaw without usage for none of Droid's", async () => {
    const header = { type: "session", id: "s", version: 3, timestamp: "2026-02-24T09:00:00Z" };
    const row = { type: "message", timestamp: "2026-02-24T09:00:02Z" };
    const call = { type: "toolCall", id: "c", name: "ls", arguments: {} };
    const lines = [
      {
        ...row,
        id: "m1",
        parentId: null,
        message: { role: "user", content: [{ type: "text", text: "Hi" }] },
      },
      { ...row, id: "m2", parentId: "m1", message: { role: "assistant", content: [call] } },
      { ...row, id: "m3", parentId: "m2", message: { role: "toolResult", toolCallId: "c", content: "a" } },
    ];
    const text = (records: readonly object[]) => records.map((line) => JSON.stringify(line)).join("\n");
    expect(await reasonFor(text([header, ...lines]))).toBe("openclaw was chosen");
    expect(await reasonFor(text(lines))).not.toContain("droid");
  });

  it("says what a file is that is in none of the known formats, and names no other format", async () => {
    expect(await reasonFor('{"hello": 1}')).toBe(
      "its format is not known; it is one JSON object with the keys hello. Calls of any program can be recorded with the proxy or sent as events",
    );
    expect(await reasonFor('Notes on {"a": 1}.')).toContain(
      "it is text without a line of JSON. Of text, these are read: Aider chat history",
    );
    const lines = [1, 2].map((n) =>
      JSON.stringify({ type: "step", id: `${n}`, timestamp: "t", parentId: null, note: "x" }),
    );
    expect(await reasonFor(lines.join("\n"))).toMatch(
      /it is lines of JSON with the keys type, id, .*\. Calls of any/,
    );
  });

  it("says of a database which tables it has, and of a document that is cut off that it is", async () => {
    const rows = [{ tables: { urls: { id: "integer" }, visits: {} } }, { table: "urls", row: { id: 1 } }];
    expect(await reasonFor(rows.map((row) => JSON.stringify(row)).join("\n"))).toContain(
      "it is a database with the tables urls, visits. Calls of any",
    );
    expect(await reasonFor('{"hello": [{"a": 1}, {"b": "wor')).toContain(
      "it is one JSON object that is cut off or broken after line 1, so that most of it may be missing, with the keys hello.",
    );
  });

  it("says after which line a document is broken", async () => {
    const nan = '{\n  "hello": 1,\n  "loss": NaN,\n  "rows": [1]\n}';
    expect(await reasonFor(nan)).toContain("that is cut off or broken after line 2, so");
  });

  it("says what can be seen of a page, of a table and of what only looks like JSON, and not what they hold", async () => {
    const page = "<!DOCTYPE html><html><title>Chats</title></html>";
    expect(await reasonFor(page)).toContain("a page or a document that begins with <!DOCTYPE html>.");
    const table = '"id","input","output"\r\n"1","{""a"": 1}","secret"';
    expect(await reasonFor(table)).toContain("a table with the columns id, input, output.");
    expect(await reasonFor("KEY=a,b,c\nOTHER=d,e,f")).toContain("settings with the names KEY, OTHER.");
    for (const printed of ["[{'role': 'user', 'content': None}]", "{'a': 1}", '{role: "user"}'])
      expect(await reasonFor(printed)).toContain("looks like JSON and is none");
    expect(await reasonFor("[01/03/2026, 10:00] Ann: hi")).toContain("it is text without a line of JSON.");
    expect(await reasonFor("[1, 2]")).toContain("it is a JSON list without a record that can be read.");
  });

  it("names the columns of a table whose names have spaces, or whose cells have lines, and takes prose for none", async () => {
    const billed = "Date,Usage Type,Cost (USD)\r\n2026-11-01,API,12.40\r\n2026-11-02,API,3.10\r\n";
    expect(await reasonFor(billed)).toContain("a table with the columns Date, Usage Type, Cost (USD).");
    const traces = 'id,input,tags\n"1","{""a"":\n1, ""b"": ""secret""}","[]"\n';
    expect(await reasonFor(traces)).toContain("a table with the columns id, input, tags.");
    for (const prose of ["Dear Ann, Bob, Carl\nI am, as ever, fine", "Ann, Bob, Carl\nand nobody else"])
      expect(await reasonFor(prose)).toContain("it is text without a line of JSON.");
  });

  it.each([
    ["null\n", "it is the word null and nothing else"],
    ["9".repeat(400), "it is one number and nothing else"],
    ['"words"', "it is one string of JSON and nothing else"],
    ["1\n2\n3\n", "it is lines of JSON that are no records"],
    [
      '{"tables":{"trajectory_meta":{"cascade_id":"TEXT"},"steps":{"idx":"INTEGER","step_payload":"BLOB"}}}\n',
      "the file is a conversation of Antigravity",
    ],
    [
      '{"step_index":0,"source":"MODEL","type":"PLANNER_RESPONSE","status":"DONE","content":"I look."}\n'.repeat(
        2,
      ),
      "the file is what Antigravity logs of a conversation",
    ],
    ['["sent",{"id":"sevt_1","type":"user.message"}]\n["got",{"id":"sevt_2"}]\n', "but lists"],
    [
      '{"version": 2}\n["secret"]\n["b"]\n',
      "one JSON object, and behind it nothing that is a whole record, with",
    ],
    ['{"a":\n1}\n{"b": "sec\nret"}\n', "one JSON object, and behind it nothing that is a whole record, with"],
    ["{ }", "it is one JSON object with nothing in it"],
    ["[]\n", "it is a JSON list with nothing in it"],
    ['// of mine\n{\n  // the "model"\n  "model": "x"\n}', "it is JSON with comments"],
    ['{\n  /* the model */\n  "model": "x"\n}', "it is JSON with comments"],
    ["// of mine\nconst a = { b: 1 };", "it is text without a line of JSON."],
    [`version https://x.example\noid sha256:${"0a".repeat(32)}\nsize 12\n`, "it is a pointer, which names"],
    [`/annex/objects/SHA256E-s1234--${"0a".repeat(32)}.jsonl`, "it is a pointer, which names"],
    [btoa('{"a": "secret secret secret secret secret secret"}'), "it is JSON in base64"],
    ["\u001b[2J\u001b[1mHi\u001b[22m", "it is what a terminal showed"],
    ["# of mine\nmodel: secret\nturns:\n  - who: me\n", "text like YAML with the names model, turns."],
    ['# of mine\nmodel = "secret"\n\n[servers.a]\nrun = "secret"\n', "settings with the names model, run."],
    ["key = secret\nand more words\n", "it is text without a line of JSON."],
    ["%PDF-1.4\n1 0 obj\n", 'text that begins with "%PDF-1.4".'],
    ["{\\rtf1 {\\b secret}}", 'text that begins with "{\\rtf1".'],
    ["#!/bin/sh\nexport KEY=secret\n", 'text that begins with "#!/bin/sh".'],
    [
      "TAP version 14\n1..2\nok 1 - secret\nnot ok 2 - b\n  ---\n  message: c\n",
      "it is results of tests, one a line",
    ],
    ["1..2\nok 1 secret\nok 2 b # SKIP\n", "it is results of tests, one a line"],
    ["=== RUN   TestA\n--- PASS: TestA (0.00s)\n--- FAIL: secret (0.10s)\n", "it is results of tests"],
    ["Ok 1 secret\nok then\nPASSING by\n", "it is text without a line of JSON."],
    [
      '# HELP hits of secret\n# TYPE hits counter\nhits_total{to="secret"} 27 1395066363000\nhits 2.3e7\n',
      "figures that a program counts, with the names hits_total, hits,",
    ],
    ["Ann has 3 secret\nBob 4 b\nCarl x 5\nDora y 6\n", "it is text without a line of JSON."],
    ["WEBVTT\n\n00:01.000 --> 00:04.000\nsecret\n", 'text that begins with "WEBVTT".'],
    ["#EXTM3U\n#EXTINF:1, secret\n", 'text that begins with "#EXTM3U".'],
    ["K4FJ2LQZ7A\nsays no more\nof secret b\n", "it is text without a line of JSON."],
    ["# Chat\n\n## User\n\nsecret\n", "it is text in Markdown."],
    ["# Snapshot\n# of mine\nexport KEY=secret\n", "settings with the names KEY."],
    ["--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +1,3 @@\n secret\n", "it is a diff of the file x.ts."],
    ["--- a note ---\n+++ more of it\n@@ secret @@\n", "it is text without a line of JSON."],
    [
      "CREATE TABLE public.turn (\n  id int\n);\nINSERT INTO step VALUES ('secret');\n",
      "the tables public.turn, step;",
    ],
    ["Create table lists, then\nInsert a card, secret", "it is text without a line of JSON."],
    ["From: a@b.example\nTo: c\n and d\nMessage-ID: secret\n\n{\n", "the headers From, To, Message-ID."],
    ["HTTP/1.1 200 OK\r\nServer: secret\r\nDate: x\r\nVia: y\r\n\r\n", "the headers Server, Date, Via."],
    ["Ann: a secret\nBob: no\nCarl: yes\n\n", "it is text without a line of JSON."],
    ["-----BEGIN PGP MESSAGE-----\n\nsecret\n", "a block that says that it is PGP MESSAGE."],
    ["BEGIN:VCARD\nFN:secret\n", "a block that says that it is VCARD."],
    ["Error: secret\n    at run (/a.js:12:11)\n    at main (/a.js:20:1)\n", "its places in the code."],
    ["[2026-03-01 10:00:00] a secret\n[2026-03-01 10:00:01] b\n[2026-03-", "it is a log, in whose lines"],
    ["Mar 1 10:00:00 host a[1]: secret\nMar 1 10:00:01 host b\nMar 1 10:0", "it is a log, in whose lines"],
    ["FROM secret\nRUN a && \\\n  b\nCMD c\n", "begin with the words FROM, RUN, CMD."],
    ["import x from 'secret';\n\nfunction run() {\n  return x();\n}\n", "the source of a program"],
    ["The secret was kept.\nNobody told it (or nearly):\nnot even Ann.\n", "it is text in sentences"],
    ["# Snapshot\nunalias -a\nexport KEY=secret\n", "it is text without a line of JSON."],
    ["TN:\nSF:secret.ts\nDA:1,3\nLF:1\nend_of_record\n", "lines of fields with the names TN, SF, DA"],
    ["Ann:secret\nsays no more\nand goes on:x\nBob:y\n", "it is text without a line of JSON."],
    [
      "# mine\nMAILTO=a\n0 3 * * * secret\n*/15 * * 1-5 mon secret -a\n@daily secret\n",
      "it is a schedule (crontab)",
    ],
    ["3 of 4 in 5 secret\n1 a b c d e\n", "it is text without a line of JSON."],
    ["secret/\n*.log\ndist\n.env\n", "it is a list of single words or paths"],
    ["10.0.0.1 secret\n10.0.0.2 b\n10.0.0.3 c\n10.0.0.4 d\n", "it is a table of 2 columns without names"],
    ["Ann was secret.\nBob is here.\nWe are three.\n", "it is text in sentences"],
    ['<?xml version="1.0"?>\n<!-- secret -->\n<testsuites name="secret">', "begins with <testsuites>."],
  ])("says of %j what is seen, and not what it holds", async (text, expected) => {
    const reason = await reasonFor(text);
    expect(reason).toContain(expected);
    expect(reason).not.toContain("secret");
  });

  it("says where records stand in text, and the format that they look like", async () => {
    const lines = sampleText("codex-rollout.jsonl").trimEnd().split("\n");
    for (const before of ["2026-03-01T10:00:00Z app-1 | ", "web | ", "[INFO] ", "[2026-03-01] ", "\u001e"]) {
      const reason = await reasonFor(lines.map((line) => `${before}${line}\n`).join(""));
      expect(reason).toContain(`the first is line 1 behind ${before.length} other characters`);
      expect(reason).toContain('looks like "Codex rollout": keep that alone');
    }
    const stream = 'data: {"choices": []}\n\ndata: [DONE]\n\n';
    expect(await reasonFor(stream)).toContain("text in which one line holds JSON");
    expect(await reasonFor(stream)).not.toContain("looks like");
  });

  it("says what is damaged in a file that is refused, too", async () => {
    const file = await textFile("a.db", '{"tables": {}}\n');
    const damage = () => [{ kind: "no_log", count: 1, line: 0 }] as const;
    const [refused] = groupFiles([{ ...file, damage }]).unrecognised;
    expect(refused?.reason).toContain("a database without tables");
    expect(refused?.reason).toContain("may stand in a file a.db-wal, which was not given");
  });

  it("says of a list of what was typed that the sessions are elsewhere", async () => {
    const typed = [1, 2].map((n) => ({ session_id: `s${n}`, ts: n, text: "add a test" }));
    const text = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
    expect(await reasonFor(text(typed))).toContain("import the files of these sessions");
    expect(await reasonFor(JSON.stringify(typed))).toContain("import the files of these sessions");
    const answered = typed.map((row) => ({ ...row, by: "assistant" }));
    expect(await reasonFor(text(answered))).not.toContain("import the files");
    expect(await reasonFor(text(typed.map(({ ts, text: said }) => ({ ts, said }))))).not.toContain(
      "import the",
    );
  });

  it("names its own backup", async () => {
    const head = { sightglass: "backup", at: "2026-01-01", migrations: [], tables: [] };
    expect(await reasonFor(`${JSON.stringify(head)}\n{"begin": "session"}`)).toContain(
      "with the command `restore`",
    );
  });

  it("does not guess at what holds no text", async () => {
    expect(await reasonFor("  \n")).toBe("the file is empty");
    expect(await reasonFor("\u0000\u0001")).toContain("binary;");
    expect(await reasonFor("\ufffd7zXZ\u0000\u0000\u0004\ufffd")).toContain(`begins with "7zXZ"`);
  });
});
