import { ImageResponse } from "next/og";
import { ShareCard } from "@/components/share/share-card";
import { getShareImage as endpoint } from "@/lib/api/endpoints/shares";
import { database } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { serve } from "@/lib/http/serve";
import { Drawings } from "@/lib/queries/shares/drawings";
import { shareCard } from "@/lib/queries/shares/open-share";
import { cardModel } from "@/lib/view/incident/card";
import { isView } from "@/lib/view/share/view-snapshot";

const drawings = new Drawings();
const SIZE = { width: 1200, height: 630 };
const CACHING = "public, max-age=0, must-revalidate";

export const GET = serve(endpoint, async ({ params }) => {
  const snapshot = await shareCard(database(), params.token);
  if (snapshot === null) throw notFound("the share");
  const card = isView(snapshot) ? snapshot.card : cardModel(snapshot);
  const draw = () => new ImageResponse(<ShareCard card={card} />, SIZE);
  const image = await drawings.drawn(JSON.stringify(card), () => draw().arrayBuffer());
  return new Response(image, { headers: { "content-type": "image/png", "cache-control": CACHING } });
});
