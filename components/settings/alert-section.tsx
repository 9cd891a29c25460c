"use client";

import { useState } from "react";
import type { AlertRows } from "@/lib/view/alerts/alert-model";
import { makeApiWrite } from "@/lib/api/request/request";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";
import { AlertLog } from "./alert-log";
import { BrowserAlerts } from "./browser-alerts";
import { NewAlertRule } from "./new-alert-rule";
import { NewAlertTarget } from "./new-alert-target";
import { Secret } from "./secret";
import { Part, Section } from "./section";

export function AlertSection({ targets, receivers, rules, findings, messages }: AlertRows) {
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, error, run } = useAction();
  const testTarget = (targetId: string) =>
    run(() => sendJson(makeApiWrite("POST", "/api/v1/alerts/targets/{targetId}/test", { targetId })));
  const removeTarget = (targetId: string) =>
    run(() => sendJson(makeApiWrite("DELETE", "/api/v1/alerts/targets/{targetId}", { targetId })));
  const removeRule = (ruleId: string) =>
    run(() => sendJson(makeApiWrite("DELETE", "/api/v1/alerts/rules/{ruleId}", { ruleId })));
  const retry = (messageId: string) =>
    run(() => sendJson(makeApiWrite("POST", "/api/v1/alerts/messages/{messageId}/retry", { messageId })));
  return (
    <Section
      title="Alerts"
      about="A rule tells you once of each session that it fits: open browsers show a notification, and your addresses get a signed message. Sightglass contacts no other address."
    >
      {rules.length === 0 && <p className="text-ink-2">There is no rule, so nobody is told anything.</p>}
      <Rows
        label="Rules"
        rows={rules.map(({ id, name, sentence, fired }) => ({
          id,
          title: name,
          lines: fired === "" ? [sentence] : [sentence, fired],
          actions: [{ label: "Remove", of: `Remove ${name}`, act: () => void removeRule(id) }],
        }))}
        busy={busy}
      />
      <Part title="New rule">
        <NewAlertRule receivers={receivers} findings={findings} />
      </Part>
      <Part title="This browser">
        <BrowserAlerts />
      </Part>
      <Part title="Addresses">
        <Rows
          label="Where alerts are sent"
          rows={targets.map(({ id, name, url, format }) => ({
            id,
            title: name,
            lines: [`${url}, ${format}`],
            actions: [
              { label: "Test", of: `Send a test to ${name}`, act: () => void testTarget(id) },
              { label: "Remove", of: `Remove ${name}`, act: () => void removeTarget(id) },
            ],
          }))}
          busy={busy}
        />
        <details open={targets.length > 0}>
          <summary className="min-h-6 w-fit cursor-pointer text-xs text-ink-2">
            {targets.length > 0
              ? "Another address"
              : "Send alerts to an address, such as a channel's webhook"}
          </summary>
          <div className="mt-1">
            <NewAlertTarget onMade={setSecret} />
          </div>
        </details>
        {secret !== null && <Secret text={secret} name="secret that signs the messages" />}
      </Part>
      <Refusal message={error} />
      {messages.length > 0 && (
        <Part title="What was sent">
          <AlertLog rows={messages} busy={busy} retry={(id) => void retry(id)} />
        </Part>
      )}
    </Section>
  );
}

interface RowsProps {
  label: string;
  busy: boolean;
  rows: readonly {
    id: string;
    title: string;
    lines: readonly string[];
    actions: readonly { label: string; of: string; act: () => void }[];
  }[];
}

function Rows({ label, rows, busy }: RowsProps) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={label} className="mb-3">
      <ul>
        {rows.map(({ id, title, lines, actions }) => (
          <li key={id} className="flex items-center gap-3 border-b border-line py-2 first:border-t">
            <div className="min-w-0 flex-1 wrap-anywhere">
              <p className="font-medium">{title}</p>
              {lines.map((line) => (
                <p key={line} className="text-xs text-ink-2">
                  {line}
                </p>
              ))}
            </div>
            <div className="flex shrink-0 flex-wrap justify-end">
              {actions.map(({ label: text, of, act }) => (
                <button
                  key={text}
                  type="button"
                  className="btn btn-quiet"
                  disabled={busy}
                  aria-label={of}
                  onClick={act}
                >
                  {text}
                </button>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
