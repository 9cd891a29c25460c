"use client";

import { endWords, describeViews } from "@/lib/view/share/share-words";
import { revealText } from "@/lib/view/format/trace-text";
import { makeApiWrite } from "@/lib/api/request/request";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";

export interface ShareRow {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
  readonly viewLimit: number | null;
  readonly views: number;
  readonly lastViewedAt: string | null;
  readonly hasPassphrase: boolean;
}

interface Props {
  sessionId: string;
  shares: readonly ShareRow[];
  mayWrite: boolean;
}

export function ShareList({ sessionId, shares, mayWrite }: Props) {
  const { busy, error, run } = useAction();
  return (
    <>
      <Refusal message={error} />
      <ul>
        {shares.map((share) => (
          <li key={share.id} className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-1.5">
            <span className="min-w-0 flex-1 truncate" dir="auto">
              {revealText(share.title)}
            </span>
            <span className="text-xs text-ink-2">
              {share.content === "off" ? "numbers only" : "masked"}
              {share.hasPassphrase && ", passphrase"}
            </span>
            <span className="num text-xs text-ink-2">{describeViews(share)}</span>
            <span className="num text-xs text-ink-2">{endWords(share)}</span>
            {mayWrite && share.revokedAt === null && (
              <button
                type="button"
                className="btn"
                aria-label={`Revoke the link to ${revealText(share.title)}`}
                disabled={busy}
                onClick={() =>
                  void run(() =>
                    sendJson(
                      makeApiWrite("DELETE", "/api/v1/sessions/{id}/shares/{shareId}", {
                        id: sessionId,
                        shareId: share.id,
                      }),
                    ),
                  )
                }
              >
                Revoke
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
