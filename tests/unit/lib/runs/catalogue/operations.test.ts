import { describe, expect, test } from "vitest";
import { catalogue } from "../../../../../lib/runs/catalogue/index.ts";
import { validate } from "../../../../../lib/runs/validate.ts";
import { matching } from "../../../tenant/matchers.ts";
import { adaId, findOperation, graceId, prepare, readMail } from "../../../../run-stage/prepare.ts";
import { inExtension, inPage, RunStage } from "../../../../run-stage/run-stage.ts";

const email = "ada@example.com";
const asAda = { idTokenPayload: { email } };
const ownTokens = { idToken: matching(/^eyJ/), accessToken: matching(/^eyJ/) };

/** The result of each operation at the local tenant, and the tokens that it got. */
const results: Readonly<Record<string, { result: unknown; tokens?: object }>> = {
  authorize: { result: asAda, tokens: ownTokens },
  "popup-authorize": { result: asAda, tokens: ownTokens },
  "check-session": { result: asAda, tokens: ownTokens },
  "get-sso-data": { result: { sso: true, lastUsedUsername: email } },
  logout: { result: null },
  login: { result: asAda, tokens: ownTokens },
  "passwordless-start": { result: { email } },
  "passwordless-login": { result: asAda, tokens: ownTokens },
  "cross-origin-verification": { result: null },
  signup: { result: { email: "rosalind@example.com", userMetadata: { theme: "dark" } } },
  "change-password": { result: matching(/email to reset your password/) },
  "build-authorize-url": {
    result: matching(/^http:\/\/localhost:4400\/authorize\?.*code_challenge=/),
  },
  "parse-hash": { result: asAda, tokens: ownTokens },
  "exchange-code": { result: asAda, tokens: ownTokens },
  refresh: { result: asAda, tokens: { ...ownTokens, refreshToken: matching(/./) } },
  "client-credentials": {
    result: { scope: "read:events", token_type: "Bearer" },
    tokens: { accessToken: matching(/^eyJ/) },
  },
  "exchange-token": { result: asAda, tokens: ownTokens },
  "user-info": { result: { sub: adaId, email } },
  "get-user": { result: { user_id: adaId, email } },
  "patch-user-metadata": { result: { user_metadata: { color: "red" } } },
  "link-user": { result: [{}, { user_id: graceId.split("|")[1] }] },
};

const rows = catalogue.flatMap((operation) =>
  [inExtension, inPage]
    .filter(({ way }) => operation.unavailable?.[way] === undefined)
    .map((setting) => ({ id: operation.id, way: setting.way, setting })),
);

describe("each operation", () => {
  test.each(rows)("$id succeeds in the $way", async ({ id, setting }) => {
    const operation = findOperation(id);
    const stage = new RunStage();
    stage.setting = setting;
    const values = await prepare(stage, operation);
    expect(validate(operation, values)).toEqual({});
    const outcome = await stage.run(operation, values);
    const { result, tokens = {} } = results[id] ?? { result: "no result is expected" };
    expect(outcome).toMatchObject({ kind: "succeeded", result, tokens });
    expect(stage.isQuiet).toBe(true);
  });

  test("is unavailable in at most one way, with a sentence", () => {
    for (const { unavailable = {} } of catalogue) {
      const reasons = Object.values(unavailable);
      expect(reasons.length).toBeLessThan(2);
      for (const reason of reasons) expect(reason).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe("logging in with each response type", () => {
  const choices =
    findOperation("authorize").fields.find(({ name }) => name === "responseType")?.choices ?? [];

  test.each(choices)("returns what $label names", async ({ value }) => {
    const stage = new RunStage();
    const outcome = await stage.run(findOperation("authorize"), {
      responseType: value,
      scope: "openid profile email",
    });
    const { tokens } = outcome.kind === "succeeded" ? outcome : { tokens: {} };
    const names = value === "code pkce" ? ["accessToken", "idToken"] : [];
    if (value !== "code pkce") {
      if (/\btoken\b/.test(value.replace("id_token", ""))) names.push("accessToken");
      if (value.includes("id_token")) names.push("idToken");
      if (value.includes("code")) names.push("code");
    }
    expect(Object.keys(tokens).toSorted()).toEqual(names.toSorted());
  });

  test.each([
    ["query", "code"],
    ["fragment", "code"],
    ["fragment", "token id_token"],
    ["form_post", "code"],
    ["form_post", "token id_token"],
  ])("reads the response mode %s of %s", async (responseMode, responseType) => {
    const stage = new RunStage();
    stage.setting = inPage;
    const values = { responseMode, responseType };
    const outcome = await stage.run(findOperation("authorize"), values);
    expect(outcome).toMatchObject({
      kind: "succeeded",
      tokens: responseType === "code" ? { code: matching(/./) } : ownTokens,
    });
  });
});

describe("logout", () => {
  const operation = findOperation("logout");

  test.each([
    ["application", inExtension.redirectUri, "succeeded"],
    ["account", "http://localhost:4401/", "succeeded"],
    ["account", inExtension.redirectUri, "unanswered"],
    ["application", "https://elsewhere.example/", "unanswered"],
  ])("with the list of the %s and %s is %s", async (list, returnTo, kind) => {
    const stage = new RunStage();
    expect((await stage.run(operation, { list, returnTo })).kind).toBe(kind);
    const departure = [...stage.steps.values()].find((step) => step.kind === "departure");
    expect(departure?.url.includes("client_id")).toBe(list === "application");
  });

  test("sends federated only if the user chooses it", async () => {
    for (const federated of ["", "true"]) {
      const stage = new RunStage();
      await stage.run(operation, { federated });
      const departure = [...stage.steps.values()].find((step) => step.kind === "departure");
      expect(departure?.url.includes("federated")).toBe(federated === "true");
    }
  });
});

describe("passwordless start", () => {
  test.each([
    ["code", "passwordless_code"],
    ["link", "passwordless_link"],
    ["null", "passwordless_link"],
  ])("with send %s mails a %s", async (send, kind) => {
    const stage = new RunStage();
    const values = { connection: "email", email, send };
    expect((await stage.run(findOperation("passwordless-start"), values)).kind).toBe("succeeded");
    expect(await readMail(stage, email)).toMatchObject([{ kind }]);
  });

  test("sends a code to a phone, with which the user logs in", async () => {
    const stage = new RunStage();
    const recipient = { connection: "sms", phoneNumber: "+491701234567" };
    await stage.run(findOperation("passwordless-start"), { ...recipient, send: "code" });
    const { code = "" } = (await readMail(stage, recipient.phoneNumber)).at(-1) ?? {};
    const values = { ...recipient, verificationCode: code };
    const outcome = await stage.run(findOperation("passwordless-login"), values);
    expect(outcome).toMatchObject({
      kind: "succeeded",
      result: { idTokenPayload: { sub: matching(/^sms\|/) } },
    });
  });
});

test("management calls go to the tenant's own domain, logins to the custom domain", async () => {
  const setting = {
    ...inExtension,
    origin: "https://login.example",
    managementOrigin: "https://t.example",
  };
  for (const operation of catalogue) {
    const call = operation.call({ userMetadata: "{}" }, setting);
    const target = "object" in call ? call.options["domain"] : new URL(call.url).origin;
    const isManagement = "object" in call && call.object === "Management";
    expect(target).toBe(isManagement ? "https://t.example" : "https://login.example");
  }
});
