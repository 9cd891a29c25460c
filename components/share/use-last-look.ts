import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { BodyAt } from "@/lib/api/request/request";
import type { TimelineView } from "@/lib/incident/snapshot";
import type { HitKind, Look, PreviewHit } from "@/lib/view/share/last-look";
import { listHitKinds, lookOf } from "@/lib/view/share/last-look";
import type { Shared } from "@/lib/view/share/view-snapshot";
import type { Action } from "../data/use-action";
import { useAction } from "../data/use-action";
import { useRedaction } from "./use-redaction";

export interface ShareSubject {
  readonly label: string;
  readonly body: {
    readonly incident?: string;
    readonly view?: TimelineView;
    readonly page?: { readonly path: string; readonly search: string };
  };
}

export type Content = "masked" | "off";

interface Asked {
  /** The index of the subject. */
  readonly subject: number;
  readonly content: Content;
  /** Ids of hits that the visitor sees. */
  readonly reveal: readonly string[];
  /** Texts that are masked by hand. */
  readonly mask: readonly string[];
}

export interface Preview {
  /** What was asked when it was made. */
  readonly of: Asked;
  /** A share that is made with it holds exactly what is seen. */
  readonly job: string;
  readonly hits: readonly PreviewHit[];
  readonly kinds: readonly HitKind[];
  readonly look: Look;
  readonly lookedFor: readonly string[];
  readonly toChoose: readonly string[];
  readonly mayTeach: boolean;
}

type Terms = Pick<
  BodyAt<"POST", "/api/v1/sessions/{id}/shares">,
  "expiresInDays" | "viewLimit" | "passphrase" | "image"
>;

export interface LastLookState {
  readonly asked: Asked;
  /** `null` until it was made. */
  readonly preview: Preview | null;
  readonly action: Action;
  /** Of the search under way, 0 to 1; `null` while it is not known. */
  readonly progress: number | null;
  readonly stop: () => void;
  readonly change: (change: Partial<Asked>) => void;
  readonly onShow: (ids: readonly string[], shown: boolean) => void;
  readonly onMask: (text: string) => void;
  /** @returns the link */
  readonly share: (terms: Terms) => Promise<string>;
}

/**
 * What is going to be shared, as the server redacted it. Each change asks the server again.
 * @param content what is chosen first
 */
export function useLastLook(
  sessionId: string,
  offered: readonly ShareSubject[],
  content: Content,
): LastLookState {
  const [asked, setAsked] = useState<Asked>({ subject: 0, content, reveal: [], mask: [] });
  const [made, setMade] = useState<Omit<Preview, "kinds"> | null>(null);
  const action = useAction();
  const { send, share: progress, stop } = useRedaction();
  const latest = useRef(0);
  const bodyOf = ({ subject, ...rest }: Asked) => ({ ...offered[subject]?.body, ...rest });
  const look = (next: Asked) =>
    action.ask(async () => {
      if (next.subject !== asked.subject || next.content !== asked.content) setMade(null);
      setAsked(next);
      const turn = ++latest.current;
      const isLatest = () => turn === latest.current;
      const path = "/api/v1/sessions/{id}/shares/preview";
      const answer = await send(path, sessionId, bodyOf(next)).catch((error: unknown) => {
        if (isLatest()) throw error;
        return null;
      });
      if (answer === null || !isLatest()) return;
      // The answer is declared as any share's; only this program makes it.
      const snapshot = answer.snapshot as unknown as Shared;
      setMade({ ...answer, of: next, look: lookOf(snapshot, answer.masks, answer.hits.length) });
    });
  const begin = useEffectEvent(() => void look(asked));
  useEffect(() => begin(), []);
  // A box stands as it was clicked while the page is still made anew.
  const preview = made === null ? null : { ...made, kinds: listHitKinds(made.hits, new Set(asked.reveal)) };
  const change = (part: Partial<Asked>) => void look({ ...asked, ...part });
  return {
    asked,
    preview,
    action,
    progress,
    stop,
    change,
    onShow: (ids, shown) => {
      const others = asked.reveal.filter((id) => !ids.includes(id));
      change({ reveal: shown ? [...others, ...ids] : others });
    },
    onMask: (text) => change({ mask: [...asked.mask.filter((one) => one !== text), text] }),
    share: async (terms) => {
      const body = { ...bodyOf(asked), ...terms };
      return (await send("/api/v1/sessions/{id}/shares", sessionId, body, preview?.job)).url;
    },
  };
}
