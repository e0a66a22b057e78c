import { signal } from "@preact/signals";
import type { ShownPolicy } from "../../../../../lib/messages/policy.ts";
import { describe, expect, test } from "vitest";

import type { CommandHandlers } from "../../../../../lib/messages/command-channel.ts";
import type { CredentialSummary } from "../../../../../lib/messages/credential.ts";
import { CredentialFormModel } from "../../../../../lib/models/tenants/credential-form-model.ts";
import { logInUser } from "../../../../../lib/models/runs/log-in-user.ts";
import { WorkerError } from "../../../../../lib/worker/worker-error.ts";
import { origin } from "../../../tenant/open-tenant.ts";
import { logInAt, openLogin, redirectUrl } from "../../runs/login-harness.ts";
import { createTenantActivity, sampleTenant } from "../../messages/sample-activity.ts";
import { createFakeWorker, createLostWorker } from "../fake-worker.ts";

const tenant = { ...sampleTenant, id: origin, origin, clientId: "demo-spa" };
const other = { ...sampleTenant, id: "https://b.example", origin: "https://b.example" };
const summary: CredentialSummary = {
  kind: "client_credentials",
  scopes: ["read:events"],
  expiresAt: 9,
  remembering: "session",
  isLocked: false,
};
const save: CommandHandlers["credential.save"] = async () => summary;
const refusal = () => Promise.reject(new WorkerError("no-tenant", "There is no tenant."));

function openForm(
  given: Partial<CommandHandlers> = {},
  { isPrivate = false, lost = false }: { isPrivate?: boolean; lost?: boolean } = {},
) {
  const { tenant: local, ports } = openLogin();
  const { fetch, clock, crypto } = ports;
  const opened: URL[] = [];
  const { send, sent } = createFakeWorker({
    "login.redirect-url": async () => ({ redirectUrl }),
    "login.open": async ({ url }) => {
      opened.push(new URL(url));
      return { redirectedTo: await logInAt(local, url) };
    },
    ...given,
  });
  const tenants = signal([
    createTenantActivity({ tenant }),
    createTenantActivity({ tenant: other }),
  ]);
  const policy = signal<ShownPolicy | undefined>(undefined);
  const model = new CredentialFormModel({
    send: lost ? createLostWorker() : send,
    tenants,
    logIn: (one) => logInUser(one, { send, fetch, clock, crypto, readHtml: (html) => html }),
    isPrivate,
    policy,
  });
  model.follow(tenant.id);
  const control: typeof local.control = (...given) => local.control(...given);
  return { model, sent, opened, tenants, policy, control };
}

function fillIn(model: InstanceType<typeof CredentialFormModel>): void {
  model.set({ clientId: " demo-management ", clientSecret: " s3cret " });
}

describe("missing input", () => {
  test("is reported after an attempt, and nothing is sent", async () => {
    const { model, sent } = openForm();
    expect(model.problems.value).toEqual({});
    await model.save(tenant);
    expect(Object.keys(model.problems.value)).toEqual(["clientId", "clientSecret"]);
    model.set({ clientId: "a" });
    expect(Object.keys(model.problems.value)).toEqual(["clientSecret"]);
    expect(sent).toEqual([]);
  });

  test("depends on the kind, and is hidden after a change of the kind", async () => {
    const { model } = openForm();
    await model.save(tenant);
    model.set({ kind: "access_token" });
    expect(model.problems.value).toEqual({});
    model.set({ token: "   " });
    await model.save(tenant);
    expect(Object.keys(model.problems.value)).toEqual(["token"]);
  });

  test("includes a passphrase of eight characters that is entered twice", async () => {
    const { model, sent } = openForm();
    fillIn(model);
    model.set({ remembering: "passphrase", passphrase: "seven77" });
    await model.save(tenant);
    expect(model.problems.value).toEqual({ passphrase: expect.stringContaining("8 characters") });
    model.set({ passphrase: "eight888", passphraseAgain: "eight88" });
    expect(model.problems.value).toEqual({ passphraseAgain: expect.stringContaining("differ") });
    expect(sent).toEqual([]);
  });
});

describe("saving", () => {
  test("sends a client with its unchanged secret, for this session by default", async () => {
    const { model, sent } = openForm({ "credential.save": save });
    fillIn(model);
    await model.save(tenant);
    expect(sent).toEqual([
      {
        command: "credential.save",
        request: {
          tenantId: origin,
          credential: {
            kind: "client_credentials",
            clientId: "demo-management",
            clientSecret: " s3cret ",
          },
          remembering: "session",
        },
      },
    ]);
    expect(model.state.value).toEqual({ kind: "saved", summary });
  });

  test("sends a pasted token without surrounding whitespace", async () => {
    const { model, sent } = openForm({ "credential.save": save });
    model.set({ kind: "access_token", token: " a-token\n", remembering: "device" });
    await model.save(tenant);
    expect(sent[0]?.request).toEqual({
      tenantId: origin,
      credential: { kind: "access_token", token: "a-token" },
      remembering: "device",
    });
  });

  test("sends the passphrase only with a credential that is encrypted with it", async () => {
    const { model, sent } = openForm({ "credential.save": save });
    fillIn(model);
    const passphrase = "  correct horse  ";
    model.set({ remembering: "passphrase", passphrase, passphraseAgain: passphrase });
    await model.save(tenant);
    expect(sent[0]?.request).toMatchObject({ remembering: "passphrase", passphrase });
    fillIn(model);
    model.set({ remembering: "device", passphrase });
    await model.save(tenant);
    expect(sent[1]?.request).not.toHaveProperty("passphrase");
  });

  test("remembers nothing in a private window", async () => {
    const { model, sent } = openForm({ "credential.save": save }, { isPrivate: true });
    fillIn(model);
    model.set({ remembering: "device" });
    await model.save(tenant);
    expect(sent[0]?.request).toMatchObject({ remembering: "session" });
  });

  test("clears the secrets once they are saved", async () => {
    const { model } = openForm({ "credential.save": save });
    fillIn(model);
    const passphrase = "correct horse";
    model.set({
      token: "a-token",
      remembering: "passphrase",
      passphrase,
      passphraseAgain: passphrase,
    });
    await model.save(tenant);
    expect(model.fields.value).toEqual({
      kind: "client_credentials",
      clientId: " demo-management ",
      token: "",
      clientSecret: "",
      remembering: "passphrase",
      passphrase: "",
      passphraseAgain: "",
    });
    expect(model.problems.value).toEqual({});
  });

  test("keeps the secrets after a failure, for a correction", async () => {
    const { model } = openForm({ "credential.save": refusal });
    fillIn(model);
    await model.save(tenant);
    expect(model.state.value).toEqual({
      kind: "failed",
      action: "saved",
      failure: { code: "no-tenant", message: "There is no tenant." },
    });
    expect(model.fields.value.clientSecret).toBe(" s3cret ");
  });

  test("sends one request for repeated calls", async () => {
    const { model, sent } = openForm({ "credential.save": save });
    fillIn(model);
    await Promise.all([model.save(tenant), model.save(tenant), model.forget(origin)]);
    expect(sent).toHaveLength(1);
  });

  test("clears a failure on the next input", async () => {
    const { model } = openForm({ "credential.save": refusal });
    fillIn(model);
    await model.save(tenant);
    model.set({ clientSecret: "other" });
    expect(model.state.value).toEqual({ kind: "idle" });
  });

  test("clears the input when another tenant is shown, and ignores the late response", async () => {
    const answer = Promise.withResolvers<CredentialSummary>();
    const { model } = openForm({ "credential.save": () => answer.promise });
    fillIn(model);
    const saving = model.save(tenant);
    model.follow(other.id);
    answer.resolve(summary);
    await saving;
    expect(model.fields.value).toMatchObject({ clientId: "", clientSecret: "" });
    expect(model.state.value).toEqual({ kind: "idle" });
  });
});

describe("unsaved input", () => {
  test("is kept while another tenant is shown, and reaches only its own", () => {
    const { model } = openForm();
    fillIn(model);
    model.follow(other.id);
    expect(model.fields.value).toMatchObject({ clientId: "", clientSecret: "" });
    expect([model.isChanged.value, model.isReplacing.value]).toEqual([false, false]);
    model.set({ clientId: "of the other" });
    model.follow(tenant.id);
    expect(model.fields.value.clientSecret).toBe(" s3cret ");
    expect([model.isChanged.value, model.isReplacing.value]).toEqual([true, true]);
    model.follow(other.id);
    expect(model.fields.value.clientId).toBe("of the other");
  });

  test("is removed with its tenant, also while another one is shown", () => {
    const { model, tenants } = openForm();
    const [own, others] = tenants.value;
    if (own === undefined || others === undefined) throw new Error("There are two tenants.");
    fillIn(model);
    model.follow(other.id);
    tenants.value = [others];
    tenants.value = [own, others];
    model.follow(tenant.id);
    expect(model.fields.value.clientSecret).toBe("");
    fillIn(model);
    tenants.value = [others];
    model.follow(other.id);
    tenants.value = [own, others];
    model.follow(tenant.id);
    expect(model.fields.value.clientSecret).toBe("");
  });

  test("is removed once it is saved, also while another tenant is shown", async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<CredentialSummary>();
    const { model } = openForm({
      "credential.save": () => {
        asked.resolve();
        return answer.promise;
      },
    });
    fillIn(model);
    const saving = model.save(tenant);
    await asked.promise;
    model.follow(other.id);
    answer.resolve(summary);
    await saving;
    model.follow(tenant.id);
    expect([model.isChanged.value, model.fields.value.clientSecret]).toEqual([false, ""]);
  });

  test("is removed once it is saved or the credential is forgotten", async () => {
    const { model } = openForm({
      "credential.save": save,
      "credential.forget": async () => ({}),
    });
    model.replace();
    fillIn(model);
    model.follow(other.id);
    model.follow(tenant.id);
    model.set({ clientSecret: "typed later" });
    await model.save(tenant);
    model.follow(other.id);
    model.follow(tenant.id);
    expect([model.isChanged.value, model.isReplacing.value]).toEqual([false, false]);
    fillIn(model);
    await model.forget(tenant.id);
    expect([model.isChanged.value, model.isReplacing.value]).toEqual([false, false]);
  });
});

describe("a user login", () => {
  const wanted =
    "create:current_user_metadata read:current_user update:current_user_identities update:current_user_metadata";

  test("is not started for a tenant without a client ID, and says where to enter one", async () => {
    const { model, sent, opened } = openForm();
    model.set({ kind: "user_login" });
    await model.save({ ...tenant, clientId: "" });
    expect(model.state.value).toMatchObject({
      kind: "failed",
      failure: { message: expect.stringContaining("Enter the client ID of an application under") },
    });
    expect([opened, sent]).toEqual([[], []]);
  });

  test("requests the current user's scopes at the canonical domain, and sends the token", async () => {
    const { model, sent, opened } = openForm({ "credential.save": save });
    model.set({ kind: "user_login" });
    const saving = model.save({ ...tenant, customOrigin: "http://127.0.0.1:4400" });
    expect(model.state.value).toEqual({ kind: "logging-in" });
    await saving;
    const [url] = opened;
    expect(url?.origin).toBe(origin);
    expect(Object.fromEntries(url?.searchParams ?? [])).toMatchObject({
      client_id: "demo-spa",
      audience: `${origin}/api/v2/`,
      scope: wanted,
      response_type: "code",
      response_mode: "fragment",
      code_challenge_method: "S256",
    });
    expect(sent.at(-1)).toEqual({
      command: "credential.save",
      request: {
        tenantId: origin,
        credential: { kind: "user_login", token: expect.stringMatching(/^ey/) },
        remembering: "session",
      },
    });
    expect(model.state.value).toMatchObject({ kind: "saved" });
  });

  test("at a read-only tenant requests only read scopes", async () => {
    const { model, opened } = openForm({ "credential.save": save });
    model.set({ kind: "user_login" });
    await model.save({ ...tenant, isReadOnly: true });
    expect(opened[0]?.searchParams.get("scope")).toBe("read:current_user");
  });

  test("with a closed window shows the worker's message, and saves nothing", async () => {
    const closed = new WorkerError("foreign-login", "The window was closed.");
    const { model, sent } = openForm({ "login.open": () => Promise.reject(closed) });
    model.set({ kind: "user_login" });
    await model.save(tenant);
    expect(model.state.value).toMatchObject({
      kind: "failed",
      action: "saved",
      failure: { message: "The window was closed." },
    });
    expect(sent.map(({ command }) => command)).not.toContain("credential.save");
  });

  test("that was rejected shows the error with its remedy", async () => {
    const { model } = openForm({
      "login.open": async ({ url }) => ({
        redirectedTo: `${redirectUrl}#error=access_denied&error_description=Not%20today&state=${new URL(url).searchParams.get("state")}`,
      }),
    });
    model.set({ kind: "user_login" });
    await model.save(tenant);
    expect(model.state.value).toMatchObject({
      failure: {
        code: "login-refused",
        message: expect.stringMatching(/access_denied: Not today\)\. \S/),
      },
    });
  });

  test("names the API's policy for user access among the causes of a rejection", async () => {
    const { model, control } = openForm({ "credential.save": save });
    await control("PUT", "faults", { "user-access-denied": true });
    model.set({ kind: "user_login" });
    await model.save(tenant);
    expect(model.state.value).toMatchObject({
      failure: {
        code: "login-refused",
        message: expect.stringMatching(
          /access_denied: Client is not authorized.*policy for user access \(allow_all, or require_client_grant/su,
        ),
      },
    });
  });

  test("that is cancelled saves nothing, also if it completes later", async () => {
    const answer = Promise.withResolvers<{ redirectedTo: string }>();
    const asked = Promise.withResolvers<void>();
    const { model, sent } = openForm({
      "login.open": () => {
        asked.resolve();
        return answer.promise;
      },
    });
    model.set({ kind: "user_login" });
    const saving = model.save(tenant);
    await asked.promise;
    model.cancel();
    expect(model.state.value).toEqual({ kind: "idle" });
    answer.resolve({ redirectedTo: `${redirectUrl}#error=late` });
    await saving;
    expect(model.state.value).toEqual({ kind: "idle" });
    expect(sent.map(({ command }) => command)).not.toContain("credential.save");
  });
});

describe("forgetting", () => {
  test("clears the input as well", async () => {
    const { model, sent } = openForm({ "credential.forget": async () => ({}) });
    fillIn(model);
    await model.forget(origin);
    expect(sent).toEqual([{ command: "credential.forget", request: { tenantId: origin } }]);
    expect(model.state.value).toEqual({ kind: "forgotten" });
    expect(model.fields.value.clientSecret).toBe("");
  });

  test("reports an unreachable worker", async () => {
    const { model } = openForm({}, { lost: true });
    await model.forget(origin);
    expect(model.state.value).toMatchObject({
      kind: "failed",
      action: "forgotten",
      failure: { code: "worker-unreachable" },
    });
  });
});

test("an organisation that allows no remembered credential has it sent for memory only", async () => {
  const { model, sent, policy } = openForm({ "credential.save": save });
  model.set({ kind: "access_token", token: "a-token", remembering: "device" });
  policy.value = { tenantIds: [], neverRemembers: true };
  expect(model.isRememberingForbidden.value).toBe(true);
  await model.save(tenant);
  expect(sent[0]?.request).toMatchObject({ remembering: "session" });
});
