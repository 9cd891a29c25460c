import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { Entry } from "@/components/access/entry";
import { PasskeySignIn } from "@/components/access/passkey-sign-in";
import { SignInForm } from "@/components/access/sign-in-form";
import { isPasskeyHost } from "@/lib/access/passkey-host";
import { startOidc } from "@/lib/api/endpoints/people";
import { instance } from "@/lib/env";
import { visitor } from "@/lib/http/page-caller";

export const metadata: Metadata = { title: "Sign in" };

interface Props {
  searchParams: Promise<{ next?: string | string[]; error?: string | string[] }>;
}

export default async function SignInPage({ searchParams }: Props) {
  const { mode, oidc, url } = instance();
  if (mode !== "team") notFound();
  const [params, { actor }] = await Promise.all([searchParams, visitor()]);
  const query = startOidc.query.safeParse({ next: params.next });
  const next = query.success ? query.data.next : "/";
  if (actor.kind === "user") redirect(next);
  const problem =
    params.error === undefined
      ? null
      : "That did not work. You need an invitation for the address you used, or a group that has a role here.";
  return (
    <Entry title="Sign in">
      <SignInForm next={next} provider={oidc?.name ?? null} problem={problem} />
      {isPasskeyHost(url) && <PasskeySignIn next={next} />}
    </Entry>
  );
}
