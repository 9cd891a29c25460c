"use client";

import { useState } from "react";
import type { KeyRow } from "@/lib/view/settings-model";
import { apiWrite } from "@/lib/api/request/request";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";
import { Time } from "../ui/time";
import { NewKey } from "./new-key";
import { Secret } from "./secret";
import { Section } from "./section";

/** Creates, replaces and revokes the project's keys. A key's text is shown once, when it is made. */
export function KeySection({ keys, optional }: { keys: readonly KeyRow[]; optional: boolean }) {
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, error, run } = useAction();
  const rotate = (keyId: string) =>
    run(async () => {
      const made = await sendJson(apiWrite("POST", "/api/v1/keys/{keyId}/rotate", { keyId }));
      setSecret(made.secret);
    });
  const revoke = (keyId: string) =>
    run(async () => {
      await sendJson(apiWrite("DELETE", "/api/v1/keys/{keyId}", { keyId }));
      setSecret(null);
    });
  return (
    <Section
      title="API keys"
      about={
        <>
          Programs send with the scope <code className="code">ingest</code> and fetch with{" "}
          <code className="code">read</code>.{" "}
          {optional && "On this machine they need no key; a key that they send is limited to its scopes."}
        </>
      }
    >
      <NewKey onMade={setSecret} />
      {secret !== null && <Secret text={secret} name="key" />}
      <Refusal message={error} />
      {keys.length > 0 && (
        <div className="mt-3 overflow-x-auto" tabIndex={0} role="region" aria-label="Keys">
          <table className="w-full text-xs">
            <thead>
              <tr className="border-b border-line-strong text-ink-3">
                <th className="py-1.5 pr-4">Name</th>
                <th className="pr-4">Key</th>
                <th className="pr-4">Scopes</th>
                <th className="pr-4">Created</th>
                <th className="pr-4">Last used</th>
                <th className="pr-4">Ends</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {keys.map((key) => (
                <Row key={key.id} row={key} busy={busy} onRotate={rotate} onRevoke={revoke} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

interface RowProps {
  row: KeyRow;
  busy: boolean;
  onRotate: (keyId: string) => Promise<void>;
  onRevoke: (keyId: string) => Promise<void>;
}

function Row({ row, busy, onRotate, onRevoke }: RowProps) {
  const works = row.state === "works";
  return (
    <tr className={`border-b border-line whitespace-nowrap ${works ? "" : "text-ink-3"}`}>
      <td className="py-1.5 pr-4">{row.name}</td>
      <td className="code pr-4">{row.prefix}</td>
      <td className="pr-4">{row.scopes}</td>
      <td className="num pr-4">
        <Time iso={row.created} />
      </td>
      <td className="num pr-4">{row.lastUsed === null ? "never" : <Time iso={row.lastUsed} />}</td>
      <td className="num pr-4">{works && row.ends === null ? "–" : <Time iso={row.ends} />}</td>
      <td className="text-right">
        {works ? (
          <>
            <button
              type="button"
              className="btn btn-quiet"
              disabled={busy}
              aria-label={`Replace ${row.name}`}
              title="A new key; the old one works for another day"
              onClick={() => void onRotate(row.id)}
            >
              Replace
            </button>
            <button
              type="button"
              className="btn btn-quiet"
              disabled={busy}
              aria-label={`Revoke ${row.name}`}
              onClick={() => void onRevoke(row.id)}
            >
              Revoke
            </button>
          </>
        ) : (
          row.state
        )}
      </td>
    </tr>
  );
}
