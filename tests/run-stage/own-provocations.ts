import { adaId, getResponse, graceId } from "./prepare.ts";
import {
  afterFirstLogin,
  blockUsers,
  callControl,
  denyLogin,
  unregisteredUrl,
  planResponse,
  changeValues,
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
  "get-sso-data": [["has not consented", changeValues({ clientID: "demo-partner" })]],
  logout: [["not in the list", changeValues({ returnTo: unregisteredUrl })]],
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
    ["no such passwordless connection", planResponse("/passwordless/start", 400, "bad.connection")],
    ["email address is", changeValues({ email: "nonsense" })],
    ["phone number is", changeValues({ connection: "sms", email: "", phoneNumber: "123" })],
    ["callback URL of the link", changeValues({ send: "link", redirectUri: unregisteredUrl })],
    ["no application", changeValues({ clientID: "nobody" })],
    [
      "provider could not",
      changeValues({ connection: "sms", email: "", phoneNumber: "+15005550001" }),
    ],
  ],
  "check-session": [["refused the login", denyLogin]],
  "passwordless-login": [
    ["denied the login", afterFirstLogin(denyLogin)],
    ["blocked the user", afterFirstLogin(blockUsers)],
  ],
  login: [["realm is unknown", changeValues({ realm: "nowhere" })]],
  signup: [
    ["The user exists, a value is malformed", changeValues({ email: "ada@example.com" })],
    [
      "with this email address exists",
      changeValues({ connection: "Demo-Usernames", username: "other", email: "emmy@example.com" }),
    ],
    ["with this username exists", changeValues({ connection: "Demo-Usernames", username: "emmy" })],
    ["password policy", changeValues({ password: "weak" })],
    ["not a database connection", changeValues({ connection: "email" })],
    ["no application", changeValues({ clientID: "nobody" })],
  ],
  "change-password": [["no such database connection", changeValues({ connection: "nowhere" })]],
  "build-authorize-url": [
    ["without a nonce", changeValues({ responseType: "id_token", nonce: "" })],
  ],
  "parse-hash": [
    ["another login", changeValues({ state: "" })],
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
    ["secret is wrong", changeValues({ clientSecret: "wrong" })],
    ["no API with this audience", changeValues({ audience: "https://nowhere.example/" })],
  ],
  "exchange-token": [
    ["No profile", changeValues({ subjectTokenType: "urn:acme:none" })],
    ["may not use token exchange", changeValues({ clientID: "demo-partner" })],
    ["set no user", planResponse("/oauth/token", 400, "server_error")],
    ["user is blocked", blockUsers],
    ["Too many subject tokens", callControl("PATCH", "limits", { failedExchanges: 0 })],
  ],
  "user-info": [["access token is invalid", changeValues({ accessToken: "wrong" })]],
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
