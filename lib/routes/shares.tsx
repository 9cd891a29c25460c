import { ShareCard } from "@/components/share/share-card";
import { GROUPS } from "@/lib/api/endpoints";
import { previewBody, shareBody, unlockBody } from "@/lib/api/endpoints/shares";
import { redactionRulesSchema } from "@/lib/api/schemas/redaction-rules";
import { unpackHits, unpackSnapshot, makeRedaction } from "@/lib/commands/shares/redactions";
import { createShare, revokeShare, setRedactionRules } from "@/lib/commands/shares/shares";
import { getDatabase } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { AppError, notFound } from "@/lib/errors";
import { makePageAddress } from "@/lib/http/address-of-page";
import { makeAttachment } from "@/lib/http/attachment";
import { readJsonBody, openJsonBody } from "@/lib/http/json-body";
import { isPreview } from "@/lib/http/preview";
import { answerDone, answerJson } from "@/lib/http/respond";
import { getJob } from "@/lib/queries/ingestion/get-job";
import { makeSessionRead } from "@/lib/queries/reading/reading";
import { Drawings } from "@/lib/queries/shares/drawings";
import { listShares } from "@/lib/queries/shares/list-shares";
import { isShareStanding, openShare, shareCard, unlockShare } from "@/lib/queries/shares/open-share";
import { getRedactionRules, describeKind, readRedactionClasses } from "@/lib/queries/shares/redaction-rules";
import { makeFileName } from "@/lib/view/format/file-name";
import { buildCardModel } from "@/lib/view/incident/card";
import { EXPORTS } from "@/lib/view/incident/export";
import { isView } from "@/lib/view/share/view-snapshot";
import { ImageResponse } from "next/og";
import { makeAnswers } from "./answers";

const drawings = new Drawings();
const SIZE = { width: 1200, height: 630 };
const CACHING = "public, max-age=0, must-revalidate";

export const shares = makeAnswers(GROUPS.shares, {
  previewShare: async ({ request, caller, params, query }) => {
    const body = await readJsonBody(request, previewBody);
    const answer = await makeRedaction({
      ctx: { db: getDatabase(), project: caller.project },
      input: { id: params.id, subject: body, asked: query },
    });
    if (answer.is === "job")
      return answerJson(await getJob(getDatabase(), caller.project, answer.job.id), 202);
    const { made } = answer;
    const [snapshot, { hits, masks }] = await Promise.all([unpackSnapshot(made), unpackHits(made)]);
    const shown = hits.map(({ id, detector, label, value, before, after, places }) => ({
      id,
      ...describeKind({ detector, label }),
      label,
      value,
      before,
      after,
      places,
      masked: !body.reveal.includes(id),
    }));
    const classes = await readRedactionClasses(getDatabase(), caller);
    return answerJson({ snapshot, hits: shown, masks, job: made.id, ...classes });
  },

  createShare: async ({ request, caller, ctx, params: { id }, query }) => {
    const body = await readJsonBody(request, shareBody);
    const answer = await createShare({ ctx, input: { id, body, asked: query } });
    if (answer.is === "job")
      return answerJson(await getJob(getDatabase(), caller.project, answer.job.id), 202);
    const { made } = answer;
    return { ...made, url: new URL(`/s/${made.token}`, instance().url).href };
  },

  listShares: makeSessionRead(async ({ caller, params }) => ({
    shares: await listShares(getDatabase(), caller.project, params.id),
  })),

  revokeShare: async ({ ctx, params: { id, shareId } }) => {
    await revokeShare({ ctx, input: { id, shareId } });
    return answerDone();
  },

  openShare: async ({ request, caller, params, query: { format } }) => {
    if (isPreview(request.headers, request.method)) return new Response(null, { status: 204 });
    const passphrase = request.headers.get("x-share-passphrase");
    const { snapshot } = await openShare(getDatabase(), params.token, {
      passphrase,
      address: caller.address,
    });
    if (isView(snapshot)) {
      if (format === "json") return answerJson(snapshot);
      throw new AppError("invalid_query", "format: expected json, which is the only form of a view");
    }
    const name = makeFileName(`incident-${snapshot.title}`, format);
    return makeAttachment(
      name,
      EXPORTS[format].type,
      EXPORTS[format].write(snapshot, makePageAddress(`/s/${params.token}`)),
    );
  },

  checkShare: async ({ params, query }) => {
    if (!(await isShareStanding(getDatabase(), params.token, query.share))) throw notFound("the share");
    return answerJson({ stands: true });
  },

  unlockShare: async ({ request, caller, params: { token } }) => {
    const { passphrase } = await openJsonBody(request, caller, unlockBody);
    const key = await unlockShare(getDatabase(), token, { passphrase, address: caller.address });
    const secure = instance().url.protocol === "https:" ? "; Secure" : "";
    return answerDone([
      `sightglass.share=${key}; Path=/s/${encodeURIComponent(token)}; HttpOnly; SameSite=Strict${secure}`,
    ]);
  },

  getShareImage: async ({ params }) => {
    const snapshot = await shareCard(getDatabase(), params.token);
    if (snapshot === null) throw notFound("the share");
    const card = isView(snapshot) ? snapshot.card : buildCardModel(snapshot);
    const draw = () => new ImageResponse(<ShareCard card={card} />, SIZE);
    const image = await drawings.drawOnce(JSON.stringify(card), () => draw().arrayBuffer());
    return new Response(image, { headers: { "content-type": "image/png", "cache-control": CACHING } });
  },

  getRedactionRules: async ({ caller }) => answerJson(await getRedactionRules(getDatabase(), caller.project)),

  setRedactionRules: async ({ request, ctx }) => {
    const rules = await readJsonBody(request, redactionRulesSchema);
    await setRedactionRules({ ctx, input: { rules } });
    return rules;
  },
});
