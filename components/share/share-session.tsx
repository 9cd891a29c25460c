"use client";

import { findView } from "@/lib/view/views";
import { findViewPlace } from "@/lib/view/views/place";
import type { ShareSubject } from "./use-last-look";
import { ShareDialog } from "./share-dialog";

export function ShareSession({ sessionId }: { sessionId: string }) {
  return (
    <ShareDialog
      sessionId={sessionId}
      subjects={subjectsHere}
      hasKey
      className="text-xs text-accent underline-offset-2 hover:underline"
    />
  );
}

const TIMELINE: ShareSubject = { label: "The whole session, as a timeline", body: {} };

function subjectsHere(): ShareSubject[] {
  const { pathname, search } = window.location;
  const path = pathname.replace(/^\/sessions\/[^/]+/, "");
  const place = findViewPlace(path, search);
  if (place === null) return [TIMELINE];
  return [
    { label: `This view as it stands: ${findView(place.view).title}`, body: { page: { path, search } } },
    TIMELINE,
  ];
}
