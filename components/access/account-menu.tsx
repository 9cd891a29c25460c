"use client";

import { CircleUser } from "lucide-react";
import Link from "next/link";
import { makeApiWrite } from "@/lib/api/request/request";
import { openAnew } from "../data/open-anew";

export interface AccountMenuModel {
  readonly name: string;
  readonly email: string;
  readonly project: string | null;
  readonly projects: readonly { readonly id: string; readonly name: string }[];
}

export function AccountMenu({ account }: { account: AccountMenuModel }) {
  const { name, email, project, projects } = account;
  return (
    <>
      {projects.length > 1 && (
        <select
          className="field max-w-36 max-sm:max-w-16"
          aria-label="Project"
          value={project ?? ""}
          onChange={(event) => void choose(event.target.value)}
        >
          {projects.map(({ id, name: label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      )}
      <Link href="/account" className="btn btn-quiet" title={email}>
        <CircleUser size={14} aria-hidden />
        <span className="max-w-32 truncate max-sm:sr-only">{name}</span>
      </Link>
    </>
  );
}

/** The open page belongs to the old project, so the new project's list opens. */
async function choose(id: string): Promise<void> {
  const { sendJson } = await import("../data/send-json");
  await sendJson(makeApiWrite("PUT", "/api/v1/projects/current", {}, { body: { id } }));
  openAnew("/");
}
