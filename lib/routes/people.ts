import type { SignInContext, WriteContext } from "@/lib/access/write-context";
import { GROUPS } from "@/lib/api/endpoints";
import { takeOverBody } from "@/lib/api/endpoints/grants";
import { assertionBody, passkeyBody, recoveryBody } from "@/lib/api/endpoints/passkeys";
import {
  groupBody,
  invitationBody,
  joinBody,
  memberBody,
  passwordBody,
  signInBody,
  ungroupBody,
} from "@/lib/api/endpoints/people";
import { chosenProjectBody, keyBody, projectBody } from "@/lib/api/endpoints/projects";
import { changePassword } from "@/lib/commands/access/change-password";
import { join } from "@/lib/commands/access/join";
import { createKey, revokeKey, rotateKey } from "@/lib/commands/access/keys";
import { removeGroupRole, setGroupRole } from "@/lib/commands/access/group-roles";
import { changeMember, invite, removeMember, withdrawInvitation } from "@/lib/commands/access/members";
import {
  addPasskey,
  recoverPassword,
  removePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from "@/lib/commands/access/passkeys";
import { chooseProject, createProject } from "@/lib/commands/access/projects";
import { endByProvider } from "@/lib/commands/access/provider-logout";
import { takeOverGrants } from "@/lib/commands/access/take-over";
import { endOidc, signIn, signOut, startOidc } from "@/lib/commands/access/sign-in";
import { getDatabase } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { jsonBody, openForm, openJsonBody } from "@/lib/http/json-body";
import { done, goTo, jsonWithCookies } from "@/lib/http/respond";
import { listAuditLog } from "@/lib/queries/access/list-audit-log";
import { listGrants } from "@/lib/queries/access/list-grants";
import { listKeys } from "@/lib/queries/access/list-keys";
import { listMembers } from "@/lib/queries/access/list-members";
import { listPasskeys } from "@/lib/queries/access/list-passkeys";
import { listProjects } from "@/lib/queries/access/list-projects";
import { answers } from "./answers";

function signing({ ctx, request }: { ctx: WriteContext; request: Request }): SignInContext {
  return { ...ctx, settings: instance(), request };
}

export const people = answers(GROUPS.people, {
  signIn: async (asked) => {
    const input = await openJsonBody(asked.request, asked.caller, signInBody);
    return done(await signIn({ ctx: signing(asked), input }));
  },

  signOut: async (asked) => done(await signOut({ ctx: signing(asked) })),

  changePassword: async (asked) => {
    const input = await openJsonBody(asked.request, asked.caller, passwordBody);
    return done(await changePassword({ ctx: signing(asked), input }));
  },

  startOidc: async (asked) => {
    const { url, cookies } = await startOidc({ ctx: signing(asked), input: asked.query });
    return goTo(url, cookies);
  },

  endOidc: (asked) => endOidc({ ctx: signing(asked) }),

  providerLogout: async (asked) => {
    const form = await openForm(asked.request, asked.caller);
    await endByProvider({ ctx: signing(asked), input: { token: form.get("logout_token") ?? "" } });
    return done();
  },

  join: async (asked) => {
    const input = await openJsonBody(asked.request, asked.caller, joinBody);
    return done(await join({ ctx: signing(asked), input }));
  },

  listMembers: ({ caller }) => listMembers(getDatabase(), caller.project),

  changeMember: async ({ request, ctx, params: { userId } }) => {
    const { role } = await jsonBody(request, memberBody);
    return { done: true, withdrawn: await changeMember({ ctx, input: { userId, role } }) };
  },

  removeMember: async ({ ctx, params: { userId } }) => ({
    done: true,
    withdrawn: await removeMember({ ctx, input: { userId } }),
  }),

  setGroupRole: async ({ request, ctx }) => {
    const { group, role } = await jsonBody(request, groupBody);
    return { done: true, withdrawn: await setGroupRole({ ctx, input: { group, role } }) };
  },

  removeGroupRole: async ({ request, ctx }) => {
    const { group } = await jsonBody(request, ungroupBody);
    return { done: true, withdrawn: await removeGroupRole({ ctx, input: { group } }) };
  },

  createInvitation: async ({ request, ctx }) =>
    invite({ ctx, input: await jsonBody(request, invitationBody) }),

  withdrawInvitation: async ({ ctx, params }) => {
    await withdrawInvitation({ ctx, input: { id: params.invitationId } });
    return done();
  },
});

export const grants = answers(GROUPS.grants, {
  listGrants: ({ caller, params }) => listGrants(getDatabase(), caller.project, params.userId),

  takeOver: async ({ request, ctx, params: { userId } }) => {
    const { grants: taken } = await jsonBody(request, takeOverBody);
    await takeOverGrants({ ctx, input: { userId, grants: taken } });
    return done();
  },
});

export const passkeys = answers(GROUPS.passkeys, {
  listPasskeys: ({ caller }) => listPasskeys(getDatabase(), caller),

  startPasskey: async (asked) => {
    const { options, cookies } = await startPasskey({ ctx: signing(asked) });
    return jsonWithCookies(options, cookies);
  },

  addPasskey: async (asked) => {
    const input = await openJsonBody(asked.request, asked.caller, passkeyBody);
    await addPasskey({ ctx: signing(asked), input });
    return done();
  },

  removePasskey: async ({ ctx, params }) => {
    await removePasskey({ ctx, input: { id: params.passkeyId } });
    return done();
  },

  startPasskeySignIn: async (asked) => {
    const { options, cookies } = await startPasskeySignIn({ ctx: signing(asked) });
    return jsonWithCookies(options, cookies);
  },

  passkeySignIn: async (asked) => {
    const input = await openJsonBody(asked.request, asked.caller, assertionBody);
    return done(await signInWithPasskey({ ctx: signing(asked), input }));
  },

  recoverPassword: async (asked) => {
    const input = await openJsonBody(asked.request, asked.caller, recoveryBody);
    return done(await recoverPassword({ ctx: signing(asked), input }));
  },
});

export const projects = answers(GROUPS.projects, {
  listProjects: ({ caller }) => listProjects(getDatabase(), caller),

  createProject: async ({ request, caller, ctx }) =>
    createProject({ ctx, input: await openJsonBody(request, caller, projectBody) }),

  chooseProject: async ({ request, caller, ctx }) => {
    const input = await openJsonBody(request, caller, chosenProjectBody);
    return done([await chooseProject({ ctx, input })]);
  },

  listKeys: async ({ caller }) => ({ keys: await listKeys(getDatabase(), caller.project) }),

  createKey: async ({ request, ctx }) => createKey({ ctx, input: await jsonBody(request, keyBody) }),

  rotateKey: ({ ctx, params }) => rotateKey({ ctx, input: { id: params.keyId } }),

  revokeKey: async ({ ctx, params }) => {
    await revokeKey({ ctx, input: { id: params.keyId } });
    return done();
  },

  listAuditLog: ({ caller, query }) => listAuditLog(getDatabase(), caller.project, query),
});
