"use client";

import { useParams } from "next/navigation";
import type { ReactNode } from "react";
import { NotThere } from "../ui/not-there";

interface Props {
  title: string;
  /** The view of the session that lists what there is. */
  view: "" | "/evictions" | "/incidents" | "/replay" | "/read";
  label: string;
  children: ReactNode;
}

/** What an address names is not in its session: from here one goes on within the session. */
export function GoneFromSession({ title, view, label, children }: Props) {
  const { id } = useParams<{ id: string }>();
  return (
    <NotThere title={title} href={`/sessions/${id}${view}`} label={label}>
      {children}
    </NotThere>
  );
}
