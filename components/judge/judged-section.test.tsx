import type { JudgedInput } from "@/lib/view/answers";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { buildJudgedModel } from "@/lib/view/judge/judged-model";
import { partOf } from "@/lib/testing/part-of";
import { JudgedSection } from "./judged-section";

vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => undefined }) }));
afterEach(() => vi.unstubAllGlobals());

const JUDGED = partOf<JudgedInput>({
  on: true,
  model: "m-1",
  status: "asked",
  note: null,
  summary: null,
  findings: [
    {
      id: "judged-1",
      title: "A correction no longer binds",
      severity: "warning",
      fromTurn: 2,
      toTurn: 3,
      sentence: "<b>It</b> ran an audit again.",
      verdict: null,
      question: "rule-broken",
      model: "m-1",
      version: 1,
      quotes: [
        { role: "rule", block: "rule", turn: 2, quote: "Never run audits.", href: "/sessions/s/blocks/rule" },
      ],
    },
  ],
  questions: 1,
  answered: 1,
  unanswered: [],
  tokens: 12,
});

function draw(asks: string | null) {
  const sent = vi.fn(() => Promise.resolve(new Response("{}")));
  vi.stubGlobal("fetch", sent);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <JudgedSection model={buildJudgedModel(JUDGED)} asks={asks} onAsked={() => undefined} />
    </QueryClientProvider>,
  );
  return sent;
}

it("shows who judged, the words as links, and everything as text", () => {
  draw(null);
  expect(screen.getByText("<b>It</b> ran an audit again.")).toBeTruthy();
  expect(screen.getByText(/judged by m-1, prompt 1/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "“Never run audits.”" }).getAttribute("href")).toContain(
    "/blocks/rule",
  );
  expect(screen.queryByRole("button")).toBeNull();
});

it("takes a verdict by one key, and asks again by a button", async () => {
  const sent = draw("ses_1");
  fireEvent.keyDown(screen.getByRole("link"), { key: "t" });
  await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(JSON.stringify(sent.mock.calls[0])).toContain("/findings/judged-1/verdict");
  const again = await screen.findByRole("button", { name: "Ask again" });
  fireEvent.click(again);
  await vi.waitFor(() => expect(JSON.stringify(sent.mock.calls)).toContain("/sessions/ses_1/judge"));
});
