import { describe, expect, test } from "vitest";

import {
  createCommandAnswerer,
  createCommandSender,
  type CommandHandlers,
} from "../../../../lib/messages/command-channel.ts";
import type { CredentialSummary } from "../../../../lib/messages/credential.ts";
import { RemoteError } from "../../../../lib/messages/remote-error.ts";
import { ManagementError } from "../../../../lib/management/refusals/management-error.ts";
import { WorkerError } from "../../../../lib/worker/worker-error.ts";
import { fakeHandlers } from "./fake-handlers.ts";

const ownPage = { isOwnPage: true, isPrivate: false };
const tenantId = "https://acme.example";

async function catchRemoteError(work: Promise<unknown>): Promise<RemoteError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof RemoteError) return error;
    throw error;
  }
  throw new Error("The command succeeded.");
}

describe("sending a command", () => {
  test("the command and its request are sent in one envelope, and the response is returned parsed", async () => {
    const sent: unknown[] = [];
    const send = createCommandSender(async (message) => {
      sent.push(message);
      return { ok: true, response: { redirectUrl: "https://id.example/", surplus: true } };
    });
    expect(await send("login.redirect-url", {})).toEqual({ redirectUrl: "https://id.example/" });
    expect(sent).toEqual([{ command: "login.redirect-url", request: {} }]);
  });

  test("a failure of the worker is thrown with its code, message and facts", async () => {
    const error = { code: "conflict", message: "It exists already.", facts: { field: "name" } };
    const send = createCommandSender(async () => ({ ok: false, error }));
    expect(await catchRemoteError(send("options.open", {}))).toMatchObject({
      name: "RemoteError",
      ...error,
    });
  });

  test("a worker that does not respond causes our own error, without the browser's message", async () => {
    const send = createCommandSender(async () => {
      throw new Error("Could not establish connection. Receiving end does not exist.");
    });
    const error = await catchRemoteError(send("options.open", {}));
    expect(error).toMatchObject({ code: "worker-unreachable", facts: {} });
    expect(error.message).toContain("Reload the extension");
    expect(error.message).not.toContain("Receiving end");
    expect(error.cause).toBeUndefined();
  });

  test.each([undefined, null])(
    "nothing as an answer (%s) means that the worker ended",
    async (answer) => {
      const send = createCommandSender(async () => answer);
      const error = await catchRemoteError(send("login.redirect-url", {}));
      expect(error.code).toBe("worker-unreachable");
    },
  );

  test.each([
    { what: "no envelope", answer: { redirectUrl: "https://id.example/" } },
    { what: "a success without its content", answer: { ok: true } },
    { what: "invalid content", answer: { ok: true, response: { redirectUrl: 7 } } },
    { what: "a failure without a report", answer: { ok: false } },
    { what: "a failure with an incomplete report", answer: { ok: false, error: { code: "x" } } },
  ])(
    "a response that contains $what is rejected with the name of the command",
    async ({ answer }) => {
      const send = createCommandSender(async () => answer);
      const error = await catchRemoteError(send("login.redirect-url", {}));
      expect(error.code).toBe("unreadable-answer");
      expect(error.message).toMatch(/open it again/);
    },
  );
});

describe("answering a command", () => {
  const answerer = (given: Partial<CommandHandlers>) => createCommandAnswerer(fakeHandlers(given));
  const openLogin = {
    command: "login.open",
    request: { tenantId, loginId: "a", url: "https://acme.example/authorize" },
  };

  test("the handler gets the parsed request, and its response goes back", async () => {
    const answer = answerer({
      "login.open": async ({ url }) => ({ redirectedTo: `${url}#done` }),
    });
    expect(await answer(openLogin, ownPage)).toEqual({
      ok: true,
      response: { redirectedTo: "https://acme.example/authorize#done" },
    });
  });

  test.each([undefined, null, 7, "login.open", {}, { request: {} }, { command: 7 }])(
    "a message that is not a command (%j) is left to other listeners",
    (message) => {
      expect(answerer({})(message, ownPage)).toBeUndefined();
    },
  );

  test("a command from any page except ours is rejected before it is parsed", async () => {
    const answer = answerer({});
    for (const message of [openLogin, { command: "no.such", request: {} }])
      expect(await answer(message, { isOwnPage: false, isPrivate: false })).toMatchObject({
        ok: false,
        error: { code: "not-trusted" },
      });
  });

  test.each(["no.such", "constructor", "__proto__", "toString", ""])(
    "an unknown command (%j) is rejected",
    async (command) => {
      expect(await answerer({})({ command, request: {} }, ownPage)).toMatchObject({
        ok: false,
        error: { code: "unknown-command" },
      });
    },
  );

  test("a very long command name is shortened in the response", async () => {
    const answer = await answerer({})({ command: "x".repeat(10_000), request: {} }, ownPage);
    expect(JSON.stringify(answer).length).toBeLessThan(300);
  });

  test.each([
    { request: undefined, where: "" },
    { request: null, where: "" },
    { request: {}, where: "(tenantId)" },
    { request: { tenantId }, where: "(url)" },
    { request: { tenantId, url: 7 }, where: "(url)" },
    { request: { tenantId, url: "x".repeat(20_001) }, where: "(url)" },
  ])("an invalid request ($where) reaches no handler", async ({ request, where }) => {
    const answer = await answerer({})({ command: "login.open", request }, ownPage);
    expect(answer).toMatchObject({ ok: false, error: { code: "invalid-request" } });
    expect(JSON.stringify(answer)).toContain(where);
  });

  test("an invalid request is not repeated in the response", async () => {
    const credential = { kind: "client_credentials", clientId: "a", clientSecret: ["hunter2"] };
    const answer = await answerer({})(
      { command: "credential.save", request: { tenantId, credential, remembering: "session" } },
      ownPage,
    );
    expect(answer).toMatchObject({ ok: false, error: { code: "invalid-request" } });
    expect(JSON.stringify(answer)).not.toContain("hunter2");
  });

  test("an error with a code of ours is returned with its message", async () => {
    const answer = answerer({
      "options.open": () => Promise.reject(new WorkerError("no-tenant", "There is no tenant.")),
    });
    expect(await answer({ command: "options.open", request: {} }, ownPage)).toEqual({
      ok: false,
      error: { code: "no-tenant", message: "There is no tenant.", facts: {} },
    });
  });

  test("the facts of a management error are returned with it", async () => {
    const facts = { code: "conflict", message: "Taken.", status: 409, field: "name" } as const;
    const answer = answerer({
      "token-exchange-profile.create": () => Promise.reject(new ManagementError(facts)),
    });
    const body = {
      name: "Legacy tokens",
      subject_token_type: "urn:acme:legacy",
      action_id: "act_1",
      type: "custom_authentication",
    };
    const request = { tenantId, body };
    expect(await answer({ command: "token-exchange-profile.create", request }, ownPage)).toEqual({
      ok: false,
      error: { code: "conflict", message: "Taken.", facts },
    });
  });

  test.each([
    ["an error", () => new TypeError("fetch failed for https://x/?token=hunter2")],
    ["a string", () => "hunter2"],
    ["an object", () => ({ code: "conflict", message: "hunter2" })],
  ])("the text of an unexpected failure (%s) stays in the worker", async (_what, make) => {
    const answer = answerer({ "options.open": () => Promise.reject(make()) });
    const report = await answer({ command: "options.open", request: {} }, ownPage);
    expect(report).toMatchObject({ ok: false, error: { code: "unexpected" } });
    expect(JSON.stringify(report)).not.toContain("hunter2");
  });

  test("a handler that throws synchronously has the same response as a handler that rejects", async () => {
    const answer = await answerer({})({ command: "options.open", request: {} }, ownPage);
    expect(answer).toMatchObject({ ok: false, error: { code: "unexpected" } });
  });
});

describe("a page in a private window", () => {
  const privatePage = { isOwnPage: true, isPrivate: true };
  const credential = { kind: "access_token", token: "opaque" };
  const saving = (remembering: string) => ({
    command: "credential.save",
    request: { tenantId, credential, remembering, passphrase: "long enough" },
  });
  const origin = tenantId;

  test.each([
    { command: "tenant.save", request: { origin, name: "A", clientId: "a" } },
    { command: "tenant.select", request: { tenantId } },
    { command: "settings.import", request: {} },
    { command: "stream.configure", request: { tenantId } },
    { command: "stream.resume-from", request: { tenantId, from: { kind: "now" } } },
    { command: "events.mark-viewed", request: { tenantId, through: 1 } },
    saving("device"),
    saving("passphrase"),
    { command: "credential.save", request: {} },
  ])(
    "cannot send $command, which stores data on the device, and the error names the alternative",
    async (message) => {
      const answer = await createCommandAnswerer(fakeHandlers({}))(message, privatePage);
      expect(answer).toMatchObject({ ok: false, error: { code: "private-window" } });
      expect(JSON.stringify(answer)).toContain("regular window");
    },
  );

  test.each([
    { command: "seen-token.list", request: {} },
    { command: "seen-token.add", request: { tokens: [] } },
    { command: "seen-token.forget", request: { selection: { kind: "all" } } },
  ])(
    "cannot send $command: tokens do not pass between private and regular windows",
    async (message) => {
      const answer = await createCommandAnswerer(fakeHandlers({}))(message, privatePage);
      expect(answer).toMatchObject({ ok: false, error: { code: "private-window" } });
    },
  );

  test("may save a credential for the session, read, and forget", async () => {
    const summary: CredentialSummary = {
      kind: "access_token",
      scopes: [],
      remembering: "session",
      isLocked: false,
    };
    const answer = createCommandAnswerer(
      fakeHandlers({
        "credential.save": async () => summary,
        "tenant.forget": async () => ({}),
        "everything.forget": async () => ({}),
      }),
    );
    for (const message of [
      saving("session"),
      { command: "tenant.forget", request: { tenantId } },
      { command: "everything.forget", request: {} },
    ])
      expect(await answer(message, privatePage)).toMatchObject({ ok: true });
  });
});

test("with both ends connected, the page catches the error that the handler throws", async () => {
  const answer = createCommandAnswerer(
    fakeHandlers({
      "stream.retry": async () => ({}),
      "options.open": () => Promise.reject(new WorkerError("no-tenant", "There is no tenant.")),
    }),
  );
  const send = createCommandSender(async (message) => {
    const crossed: unknown = JSON.parse(JSON.stringify(message));
    return answer(crossed, ownPage);
  });
  expect(await send("stream.retry", { tenantId })).toEqual({});
  expect(await catchRemoteError(send("options.open", {}))).toMatchObject({
    code: "no-tenant",
    message: "There is no tenant.",
  });
});
