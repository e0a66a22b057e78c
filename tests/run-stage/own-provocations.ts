import { adaId, getResponse, graceId } from "./prepare.ts";
import {
  afterFirstLogin,
  block,
  control,
  denyLogin,
  elsewhere,
  respond,
  send,
  type Provocation,
} from "./provocation.ts";

const maryId = "auth0|65f1c0fac700000000000003";

/** Provocations of an operation's own risks, each with a part of the risk's cause. */
export const ownProvocations: Readonly<Record<string, readonly [cause: string, Provocation][]>> = {
  "popup-authorize": [
    [
      "blocked the popup",
      (stage) => {
        stage.popup = "is blocked";
        return {};
      },
    ],
    [
      "closed the popup",
      (stage) => {
        stage.popup = "is closed";
        return {};
      },
    ],
  ],
  "get-sso-data": [["has not consented", send({ clientID: "demo-partner" })]],
  logout: [["not in the list", send({ returnTo: elsewhere })]],
  "cross-origin-verification": [
    [
      "outside a page",
      (stage) => {
        stage.hasWindow = false;
        return {};
      },
    ],
  ],
  "passwordless-start": [
    ["no such passwordless connection", respond("/passwordless/start", 400, "bad.connection")],
    ["email address is", send({ email: "nonsense" })],
    ["phone number is", send({ connection: "sms", email: "", phoneNumber: "123" })],
    ["callback URL of the link", send({ send: "link", redirectUri: elsewhere })],
    ["no application", send({ clientID: "nobody" })],
    ["provider could not", send({ connection: "sms", email: "", phoneNumber: "+15005550001" })],
  ],
  "check-session": [["refused the login", denyLogin]],
  "passwordless-login": [
    ["denied the login", afterFirstLogin(denyLogin)],
    ["blocked the user", afterFirstLogin(block)],
  ],
  login: [["realm is unknown", send({ realm: "nowhere" })]],
  signup: [
    ["The user exists, a value is malformed", send({ email: "ada@example.com" })],
    [
      "with this email address exists",
      send({ connection: "Demo-Usernames", username: "other", email: "emmy@example.com" }),
    ],
    ["with this username exists", send({ connection: "Demo-Usernames", username: "emmy" })],
    ["password policy", send({ password: "weak" })],
    ["not a database connection", send({ connection: "email" })],
    ["no application", send({ clientID: "nobody" })],
  ],
  "change-password": [["no such database connection", send({ connection: "nowhere" })]],
  "build-authorize-url": [["without a nonce", send({ responseType: "id_token", nonce: "" })]],
  "parse-hash": [
    ["another login", send({ state: "" })],
    [
      "HS256",
      async (stage) => {
        await stage.open.control("PATCH", "clients/demo-spa", { id_token_signing_alg: "HS256" });
        return { address: await getResponse(stage) };
      },
    ],
    [
      "issued in the future",
      async (stage) => {
        await stage.open.control("PUT", "clock", { skew: 3600 });
        return { address: await getResponse(stage) };
      },
    ],
    [
      "lacks a token",
      (_stage, { address = "" }) => ({
        address: address.replace(/id_token=[^&]+/, ""),
      }),
    ],
    [
      "refused the login",
      async (stage) => {
        await stage.open.control("PATCH", `users/${encodeURIComponent(adaId)}`, { blocked: true });
        return { address: await getResponse(stage) };
      },
    ],
  ],
  "client-credentials": [
    ["secret is wrong", send({ clientSecret: "wrong" })],
    ["no API with this audience", send({ audience: "https://nowhere.example/" })],
  ],
  "exchange-token": [
    ["No profile", send({ subjectTokenType: "urn:acme:none" })],
    ["may not use token exchange", send({ clientID: "demo-partner" })],
    ["set no user", respond("/oauth/token", 400, "server_error")],
    ["user is blocked", block],
    ["Too many subject tokens", control("PATCH", "limits", { failedExchanges: 0 })],
  ],
  "user-info": [["access token is invalid", send({ accessToken: "wrong" })]],
  "link-user": [
    ["second token", (_stage, { accessToken = "" }) => ({ secondaryUserToken: accessToken })],
    [
      "already linked",
      async (stage) => {
        const path = `/api/v2/users/${encodeURIComponent(maryId)}/identities`;
        await stage.open.call(await stage.open.getToken(), "POST", path, {
          provider: "auth0",
          user_id: graceId.split("|")[1],
        });
        return {};
      },
    ],
  ],
};
