"use client";

import { useState } from "react";
import type { KeyRow } from "@/lib/view/settings/settings-model";
import { makeApiWrite } from "@/lib/api/request/request";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";
import type { TableColumn } from "../ui/table/columns";
import { Table } from "../ui/table/table";
import { Time } from "../ui/time";
import { NewKey } from "./new-key";
import { Secret } from "./secret";
import { Part, Section } from "./section";

/** A key's text is shown once, when it is made. */
export function KeySection({ keys, optional }: { keys: readonly KeyRow[]; optional: boolean }) {
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, error, run } = useAction();
  const rotate = (keyId: string) =>
    run(async () => {
      const made = await sendJson(makeApiWrite("POST", "/api/v1/keys/{keyId}/rotate", { keyId }));
      setSecret(made.secret);
    });
  const takeOver = (id: string, userId: string) =>
    run(() =>
      sendJson(
        makeApiWrite(
          "POST",
          "/api/v1/members/{userId}/take-over",
          { userId },
          { body: { grants: [{ kind: "key", id }] } },
        ),
      ),
    );
  const revoke = (keyId: string) =>
    run(async () => {
      await sendJson(makeApiWrite("DELETE", "/api/v1/keys/{keyId}", { keyId }));
      setSecret(null);
    });
  return (
    <Section
      title="API keys"
      about={
        <>
          {optional && "Programs on this machine need no key. "}
          With the scope <code className="code">ingest</code> a program sends, with{" "}
          <code className="code">read</code> it fetches. A key for one agent only sends sessions whose ids
          begin with its name and a slash.
        </>
      }
    >
      {keys.length > 0 && (
        <Table
          label="Keys"
          columns={columnsOf({ busy, onRotate: rotate, onRevoke: revoke, onTakeOver: takeOver }).filter(
            ({ id }) => id !== MAKER || !optional,
          )}
          rows={keys}
          rowId={({ id }) => id}
          className="[&_td]:whitespace-nowrap"
        />
      )}
      <Part title="New key">
        <NewKey onMade={setSecret} />
        {secret !== null && <Secret text={secret} name="key" />}
        <Refusal message={error} />
      </Part>
    </Section>
  );
}

/** Where nobody signs in, nobody is named. */
const MAKER = "maker";

interface KeyActions {
  readonly busy: boolean;
  readonly onRotate: (keyId: string) => Promise<void>;
  readonly onRevoke: (keyId: string) => Promise<void>;
  readonly onTakeOver: (keyId: string, giver: string) => Promise<void>;
}

function columnsOf(actions: KeyActions): readonly TableColumn<KeyRow>[] {
  return [
    { id: "name", label: "Name", value: ({ name }) => name, cell: ({ name }) => name },
    {
      id: "prefix",
      label: "Key",
      className: "code",
      value: ({ prefix }) => prefix,
      cell: ({ prefix }) => prefix,
    },
    { id: "scopes", label: "Scopes", value: ({ scopes }) => scopes, cell: ({ scopes }) => scopes },
    { id: MAKER, label: "Made by", value: ({ madeBy }) => madeBy, cell: ({ madeBy }) => madeBy },
    {
      id: "created",
      label: "Created",
      className: "num",
      value: ({ created }) => created,
      cell: ({ created }) => <Time iso={created} />,
    },
    {
      id: "used",
      label: "Last used",
      className: "num",
      value: ({ lastUsed }) => lastUsed,
      cell: ({ lastUsed }) => (lastUsed === null ? "never" : <Time iso={lastUsed} />),
    },
    {
      id: "ends",
      label: "Ends",
      className: "num",
      value: ({ ends }) => ends,
      cell: ({ ends }) => (ends === null ? "–" : <Time iso={ends} />),
    },
    {
      id: "actions",
      label: "",
      className: "text-right",
      cell: (row) =>
        row.state === "works" || row.state === "stopped" ? <KeyButtons row={row} {...actions} /> : row.state,
    },
  ];
}

function KeyButtons({ row, busy, onRotate, onRevoke, onTakeOver }: KeyActions & { row: KeyRow }) {
  const { orphanOf } = row;
  return (
    <>
      {row.state === "stopped" && "stopped: its giver may do this no more "}
      {orphanOf !== null && (
        <button
          type="button"
          className="btn btn-quiet"
          disabled={busy}
          aria-label={`Take over ${row.name}`}
          title="It works by your right from now on; replace it where others know it"
          onClick={() => void onTakeOver(row.id, orphanOf)}
        >
          Take over
        </button>
      )}
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
  );
}
