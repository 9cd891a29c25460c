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
import { Section } from "./section";

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
      about="When a rule holds for a session, open browsers show a notification, and your addresses get a signed message. This happens once for each session. Sightglass contacts no other address."
    >
      <Part title="Addresses" />
      <NewAlertTarget onMade={setSecret} />
      {secret !== null && <Secret text={secret} name="secret that signs the messages" />}
      <Rows
        label="Where alerts are sent"
        rows={targets.map(({ id, name, url, format }) => ({
          id,
          cells: [name, url, format],
          actions: [
            { label: "Test", of: `Send a test to ${name}`, act: () => void testTarget(id) },
            { label: "Remove", of: `Remove ${name}`, act: () => void removeTarget(id) },
          ],
        }))}
        busy={busy}
      />
      <Part title="This browser" />
      <BrowserAlerts />
      <Part title="Rules" />
      <NewAlertRule receivers={receivers} findings={findings} />
      <Rows
        label="Rules"
        rows={rules.map(({ id, name, sentence, fired }) => ({
          id,
          cells: [name, `${sentence} ${fired}`],
          actions: [{ label: "Remove", of: `Remove ${name}`, act: () => void removeRule(id) }],
        }))}
        busy={busy}
      />
      <Refusal message={error} />
      {messages.length > 0 && <Part title="What was sent" />}
      <AlertLog rows={messages} busy={busy} retry={(id) => void retry(id)} />
    </Section>
  );
}

function Part({ title }: { title: string }) {
  return <h3 className="mt-5 mb-2 font-medium">{title}</h3>;
}

interface RowsProps {
  label: string;
  busy: boolean;
  rows: readonly {
    id: string;
    cells: readonly string[];
    actions: readonly { label: string; of: string; act: () => void }[];
  }[];
}

function Rows({ label, rows, busy }: RowsProps) {
  if (rows.length === 0) return null;
  return (
    <div className="my-3 overflow-x-auto" tabIndex={0} role="region" aria-label={label}>
      <table className="w-full text-xs">
        <tbody>
          {rows.map(({ id, cells, actions }) => (
            <tr key={id} className="border-b border-line">
              {cells.map((cell, i) => (
                <td key={i} className="max-w-md py-1.5 pr-4 break-words">
                  {cell}
                </td>
              ))}
              <td className="text-right whitespace-nowrap">
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
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
