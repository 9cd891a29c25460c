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
import { readJsonBody, openForm, openJsonBody } from "@/lib/http/json-body";
import { answerDone, answerRedirect, answerJsonWithCookies } from "@/lib/http/respond";
import { listAuditLog } from "@/lib/queries/access/list-audit-log";
import { listGrants } from "@/lib/queries/access/list-grants";
import { listKeys } from "@/lib/queries/access/list-keys";
import { listMembers } from "@/lib/queries/access/list-members";
import { listPasskeys } from "@/lib/queries/access/list-passkeys";
import { listProjects } from "@/lib/queries/access/list-projects";
import { makeAnswers } from "./answers";

function makeSignInContext({ ctx, request }: { ctx: WriteContext; request: Request }): SignInContext {
  return { ...ctx, settings: instance(), request };
}

export const people = makeAnswers(GROUPS.people, {
  signIn: async (asked) => {
    const input = await openJsonBody(asked.request, asked.caller, signInBody);
    return answerDone(await signIn({ ctx: makeSignInContext(asked), input }));
  },

  signOut: async (asked) => answerDone(await signOut({ ctx: makeSignInContext(asked) })),

  changePassword: async (asked) => {
    const input = await openJsonBody(asked.request, asked.caller, passwordBody);
    return answerDone(await changePassword({ ctx: makeSignInContext(asked), input }));
  },

  startOidc: async (asked) => {
    const { url, cookies } = await startOidc({ ctx: makeSignInContext(asked), input: asked.query });
    return answerRedirect(url, cookies);
  },

  endOidc: (asked) => endOidc({ ctx: makeSignInContext(asked) }),

  providerLogout: async (asked) => {
    const form = await openForm(asked.request, asked.caller);
    await endByProvider({ ctx: makeSignInContext(asked), input: { token: form.get("logout_token") ?? "" } });
    return answerDone();
  },

  join: async (asked) => {
    const input = await openJsonBody(asked.request, asked.caller, joinBody);
    return answerDone(await join({ ctx: makeSignInContext(asked), input }));
  },

  listMembers: ({ caller }) => listMembers(getDatabase(), caller.project),

  changeMember: async ({ request, ctx, params: { userId } }) => {
    const { role } = await readJsonBody(request, memberBody);
    return { done: true, withdrawn: await changeMember({ ctx, input: { userId, role } }) };
  },

  removeMember: async ({ ctx, params: { userId } }) => ({
    done: true,
    withdrawn: await removeMember({ ctx, input: { userId } }),
  }),

  setGroupRole: async ({ request, ctx }) => {
    const { group, role } = await readJsonBody(request, groupBody);
    return { done: true, withdrawn: await setGroupRole({ ctx, input: { group, role } }) };
  },

  removeGroupRole: async ({ request, ctx }) => {
    const { group } = await readJsonBody(request, ungroupBody);
    return { done: true, withdrawn: await removeGroupRole({ ctx, input: { group } }) };
  },

  createInvitation: async ({ request, ctx }) =>
    invite({ ctx, input: await readJsonBody(request, invitationBody) }),

  withdrawInvitation: async ({ ctx, params }) => {
    await withdrawInvitation({ ctx, input: { id: params.invitationId } });
    return answerDone();
  },
});

export const grants = makeAnswers(GROUPS.grants, {
  listGrants: ({ caller, params }) => listGrants(getDatabase(), caller.project, params.userId),

  takeOver: async ({ request, ctx, params: { userId } }) => {
    const { grants: taken } = await readJsonBody(request, takeOverBody);
    await takeOverGrants({ ctx, input: { userId, grants: taken } });
    return answerDone();
  },
});

export const passkeys = makeAnswers(GROUPS.passkeys, {
  listPasskeys: ({ caller }) => listPasskeys(getDatabase(), caller),

  startPasskey: async (asked) => {
    const { options, cookies } = await startPasskey({ ctx: makeSignInContext(asked) });
    return answerJsonWithCookies(options, cookies);
  },

  addPasskey: async (asked) => {
    const input = await openJsonBody(asked.request, asked.caller, passkeyBody);
    await addPasskey({ ctx: makeSignInContext(asked), input });
    return answerDone();
  },

  removePasskey: async ({ ctx, params }) => {
    await removePasskey({ ctx, input: { id: params.passkeyId } });
    return answerDone();
  },

  startPasskeySignIn: async (asked) => {
    const { options, cookies } = await startPasskeySignIn({ ctx: makeSignInContext(asked) });
    return answerJsonWithCookies(options, cookies);
  },

  passkeySignIn: async (asked) => {
    const input = await openJsonBody(asked.request, asked.caller, assertionBody);
    return answerDone(await signInWithPasskey({ ctx: makeSignInContext(asked), input }));
  },

  recoverPassword: async (asked) => {
    const input = await openJsonBody(asked.request, asked.caller, recoveryBody);
    return answerDone(await recoverPassword({ ctx: makeSignInContext(asked), input }));
  },
});

export const projects = makeAnswers(GROUPS.projects, {
  listProjects: ({ caller }) => listProjects(getDatabase(), caller),

  createProject: async ({ request, caller, ctx }) =>
    createProject({ ctx, input: await openJsonBody(request, caller, projectBody) }),

  chooseProject: async ({ request, caller, ctx }) => {
    const input = await openJsonBody(request, caller, chosenProjectBody);
    return answerDone([await chooseProject({ ctx, input })]);
  },

  listKeys: async ({ caller }) => ({ keys: await listKeys(getDatabase(), caller.project) }),

  createKey: async ({ request, ctx }) => createKey({ ctx, input: await readJsonBody(request, keyBody) }),

  rotateKey: ({ ctx, params }) => rotateKey({ ctx, input: { id: params.keyId } }),

  revokeKey: async ({ ctx, params }) => {
    await revokeKey({ ctx, input: { id: params.keyId } });
    return answerDone();
  },

  listAuditLog: ({ caller, query }) => listAuditLog(getDatabase(), caller.project, query),
});
