import * as z from "zod/mini";
import { catalogue } from "../../lib/runs/catalogue/index.ts";
import { authorize } from "../../lib/runs/catalogue/authorize.ts";
import { passwordlessStart } from "../../lib/runs/catalogue/passwordless-start.ts";
import type { Operation, Values } from "../../lib/runs/operation.ts";
import type { ReceivedTokens } from "../../lib/runs/read-exchange.ts";
import { ada, grace, type RunStage } from "./run-stage.ts";

export const adaId = "auth0|65f1c0ada000000000000001";
export const graceId = "auth0|65f1c0face00000000000002";
const verifier = "v".repeat(43);
/** The S256 challenge of the verifier. */
const challenge = "7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM";

/** Returns the audience of the Management API of the stage's tenant. */
export const audienceOf = ({ setting }: RunStage): string => `${setting.managementOrigin}/api/v2/`;

const mailSchema = z.object({
  messages: z.array(z.looseObject({ code: z.optional(z.string()), link: z.optional(z.string()) })),
});

/** Returns the messages of the tenant to an address or number, oldest first. */
export async function readMail({ open }: RunStage, to: string) {
  const path = `mailbox?to=${encodeURIComponent(to)}`;
  return mailSchema.parse(await open.control("GET", path, undefined)).messages;
}

/** Logs in with a redirect, and returns the tokens. */
export async function getTokens(stage: RunStage, values: Values): Promise<ReceivedTokens> {
  const outcome = await stage.run(authorize, { scope: "openid profile email", ...values });
  if (outcome.kind !== "succeeded") throw new Error(`The login was not a success: ${outcome.kind}`);
  return outcome.tokens;
}

/** Returns the callback URL with the response of a login. */
export async function getResponse(stage: RunStage, changes: Values = {}): Promise<string> {
  const query = new URLSearchParams({
    client_id: "demo-spa",
    redirect_uri: stage.setting.redirectUri,
    response_type: "token id_token",
    scope: "openid profile email offline_access",
    state: "state-1",
    nonce: "nonce-1",
    ...changes,
  });
  const end = await stage.browse(`${stage.setting.origin}/authorize?${query.toString()}`);
  if (!("url" in end)) throw new Error(`The login did not return: ${end.problem}`);
  return end.url;
}

/** Returns tokens for the Management API of the stage's person. */
async function getManagementTokens(stage: RunStage, scope: string): Promise<ReceivedTokens> {
  return await getTokens(stage, {
    audience: audienceOf(stage),
    scope: `openid profile email ${scope}`,
    prompt: "login",
  });
}

async function prepareManagement(stage: RunStage, operation: Operation): Promise<Values> {
  const { accessToken = "" } = await getManagementTokens(stage, operation.scopes?.join(" ") ?? "");
  return { accessToken, userId: adaId };
}

async function getCode(stage: RunStage): Promise<string> {
  const url = await getResponse(stage, {
    response_type: "code",
    code_challenge: challenge,
    code_challenge_method: "S256",
  });
  return new URL(url).searchParams.get("code") ?? "";
}

async function createProfile(stage: RunStage): Promise<void> {
  await stage.open.call(await stage.open.getToken(), "POST", "/api/v2/token-exchange-profiles", {
    name: "Legacy tokens",
    subject_token_type: "urn:acme:legacy",
    action_id: "act_demo_legacy",
    type: "custom_authentication",
  });
}

/** Returns values with which each operation succeeds, after the steps that must precede it. */
const preparations: Readonly<
  Record<string, (stage: RunStage, operation: Operation) => Promise<Values> | Values>
> = {
  authorize: () => ({}),
  "popup-authorize": () => ({}),
  "check-session": async (stage) => {
    await getTokens(stage, {});
    return {};
  },
  "get-sso-data": async (stage) => {
    await getTokens(stage, {});
    return {};
  },
  logout: () => ({}),
  login: () => ({ ...ada, realm: "Username-Password-Authentication" }),
  "passwordless-start": () => ({ connection: "email", email: ada.username, send: "code" }),
  "passwordless-login": async (stage) => {
    const recipient = { connection: "email", email: ada.username };
    await stage.run(passwordlessStart, recipient);
    const { code = "" } = (await readMail(stage, ada.username)).at(-1) ?? {};
    return { ...recipient, verificationCode: code };
  },
  "cross-origin-verification": () => ({}),
  signup: () => ({
    email: "rosalind@example.com",
    password: "Double-helix-51",
    connection: "Username-Password-Authentication",
    user_metadata: '{"theme": "dark"}',
  }),
  "change-password": () => ({
    email: ada.username,
    connection: "Username-Password-Authentication",
  }),
  "build-authorize-url": () => ({ codeChallenge: challenge, state: "state-1" }),
  "parse-hash": async (stage) => ({
    address: await getResponse(stage),
    state: "state-1",
    nonce: "nonce-1",
    responseType: "token id_token",
  }),
  "exchange-code": async (stage) => ({
    code: await getCode(stage),
    codeVerifier: verifier,
    nonce: "nonce-1",
  }),
  refresh: async (stage) => {
    const { refreshToken = "" } = await getTokens(stage, {
      scope: "openid profile email offline_access",
    });
    return { refreshToken };
  },
  "client-credentials": (stage) => ({
    clientID: "demo-management",
    clientSecret: "demo-management-secret",
    audience: audienceOf(stage),
    scope: "read:events",
  }),
  "exchange-token": async (stage) => {
    await createProfile(stage);
    return {
      subjectToken: `legacy:${ada.username}`,
      subjectTokenType: "urn:acme:legacy",
      scope: "openid profile email",
    };
  },
  "user-info": async (stage) => {
    const { accessToken = "" } = await getTokens(stage, {});
    return { accessToken };
  },
  "get-user": prepareManagement,
  "patch-user-metadata": async (stage, operation) => ({
    ...(await prepareManagement(stage, operation)),
    userMetadata: '{"color": "red"}',
  }),
  "link-user": async (stage, operation) => {
    stage.person = grace;
    const { idToken = "" } = await getTokens(stage, { prompt: "login" });
    stage.person = ada;
    return { ...(await prepareManagement(stage, operation)), secondaryUserToken: idToken };
  },
};

/** Does what must precede an operation, and returns the values with which it succeeds. */
export async function prepare(stage: RunStage, operation: Operation): Promise<Values> {
  if (operation.unavailable?.[stage.setting.way] !== undefined) {
    stage.setting = stage.settings.page;
  }
  const preparation = preparations[operation.id];
  if (preparation === undefined) throw new Error(`No test prepares ${operation.id}.`);
  return await preparation(stage, operation);
}

/** Finds an operation of the catalogue. */
export function findOperation(id: string): Operation {
  const found = catalogue.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`The catalogue has no operation ${id}.`);
  return found;
}
