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
import { database } from "@/lib/db/client";
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

export const people = answers(GROUPS.people, {
  signIn: async ({ request, caller }) => {
    const body = await openJsonBody(request, caller, signInBody);
    return done(await signIn(database(), instance(), request, caller, body));
  },

  signOut: async ({ request, caller }) => done(await signOut(database(), instance(), request, caller)),

  changePassword: async ({ request, caller }) => {
    const body = await openJsonBody(request, caller, passwordBody);
    return done(await changePassword(database(), instance(), request, caller, body));
  },

  startOidc: async ({ request, query }) => {
    const { url, cookies } = await startOidc(database(), instance(), request, query.next);
    return goTo(url, cookies);
  },

  endOidc: ({ request, caller }) => endOidc(database(), instance(), request, caller),

  providerLogout: async ({ request, caller }) => {
    const form = await openForm(request, caller);
    await endByProvider(database(), instance(), caller, form.get("logout_token") ?? "");
    return done();
  },

  join: async ({ request, caller }) => {
    const body = await openJsonBody(request, caller, joinBody);
    return done(await join(database(), instance(), request, caller, body));
  },

  listMembers: ({ caller }) => listMembers(database(), caller.project),

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
  listGrants: ({ caller, params }) => listGrants(database(), caller.project, params.userId),

  takeOver: async ({ request, ctx, params: { userId } }) => {
    const { grants: taken } = await jsonBody(request, takeOverBody);
    await takeOverGrants({ ctx, input: { userId, grants: taken } });
    return done();
  },
});

export const passkeys = answers(GROUPS.passkeys, {
  listPasskeys: ({ caller }) => listPasskeys(database(), caller),

  startPasskey: async ({ request, caller }) => {
    const { options, cookies } = await startPasskey(database(), instance(), request, caller);
    return jsonWithCookies(options, cookies);
  },

  addPasskey: async ({ request, caller }) => {
    const body = await openJsonBody(request, caller, passkeyBody);
    await addPasskey(database(), instance(), request, caller, body);
    return done();
  },

  removePasskey: async ({ caller, params }) => {
    await removePasskey(database(), instance(), caller, params.passkeyId);
    return done();
  },

  startPasskeySignIn: async ({ request }) => {
    const { options, cookies } = await startPasskeySignIn(database(), instance(), request);
    return jsonWithCookies(options, cookies);
  },

  passkeySignIn: async ({ request, caller }) => {
    const { credential } = await openJsonBody(request, caller, assertionBody);
    return done(await signInWithPasskey(database(), instance(), request, caller, credential));
  },

  recoverPassword: async ({ request, caller }) => {
    const body = await openJsonBody(request, caller, recoveryBody);
    return done(await recoverPassword(database(), instance(), request, caller, body));
  },
});

export const projects = answers(GROUPS.projects, {
  listProjects: ({ caller }) => listProjects(database(), caller),

  createProject: async ({ request, caller, ctx }) =>
    createProject({ ctx, input: await openJsonBody(request, caller, projectBody) }),

  chooseProject: async ({ request, caller, ctx }) => {
    const input = await openJsonBody(request, caller, chosenProjectBody);
    return done([await chooseProject({ ctx, input })]);
  },

  listKeys: async ({ caller }) => ({ keys: await listKeys(database(), caller.project) }),

  createKey: async ({ request, ctx }) => createKey({ ctx, input: await jsonBody(request, keyBody) }),

  rotateKey: ({ ctx, params }) => rotateKey({ ctx, input: { id: params.keyId } }),

  revokeKey: async ({ ctx, params }) => {
    await revokeKey({ ctx, input: { id: params.keyId } });
    return done();
  },

  listAuditLog: ({ caller, query }) => listAuditLog(database(), caller.project, query),
});
