import { embeddedCauses as embedded } from "../../lib/runs/catalogue/embedded-risks.ts";
import { managementCauses as management } from "../../lib/runs/catalogue/management-risks.ts";
import * as risks from "../../lib/runs/catalogue/risks.ts";
import { invalidClient } from "../../lib/runs/catalogue/token-risks.ts";
import type { Risk } from "../../lib/runs/operation.ts";
import { leakedPassword } from "../../tenant/directory/users.ts";
import { audienceOf, getTokens, graceId } from "./prepare.ts";
import {
  blockUsers,
  callControl,
  denyLogin,
  unregisteredUrl,
  planResponse,
  changeValues,
  type Provocation,
} from "./provocation.ts";

const changeClient = (change: object): Provocation =>
  callControl("PATCH", "clients/demo-spa", change);

/** Lets the user decline the consent that another company's application needs. */
const declineConsent: Provocation = (stage) => {
  stage.decision = "decline";
  return { clientID: "demo-partner" };
};

const logOut: Provocation = (stage, _values, { id }) => {
  stage.open.forgetCookies();
  return id === "authorize" ? { prompt: "none" } : {};
};

const goOffline: Provocation = (stage) => {
  stage.isOffline = true;
  return {};
};

/** Provocations of the risks that several operations share. */
export const sharedProvocations: ReadonlyMap<Risk, Provocation> = new Map<Risk, Provocation>([
  [risks.callbackMismatch, changeValues({ redirectUri: unregisteredUrl })],
  [risks.unknownClient, changeValues({ clientID: "nobody" })],
  [risks.loginRequired, logOut],
  [
    risks.developmentKeys,
    async (stage) => {
      stage.open.forgetCookies();
      await getTokens(stage, { connection: "google-oauth2" });
      return {};
    },
  ],
  [
    risks.consentRequired,
    async (stage, _values, { id }) => {
      await getTokens(stage, {});
      return { clientID: "demo-partner", ...(id === "authorize" && { prompt: "none" }) };
    },
  ],
  [risks.accessDenied, declineConsent],
  [risks.unknownAudience, changeValues({ audience: "https://nowhere.example/" })],
  [risks.invalidRequest, changeValues({ connection: "nowhere" })],
  [risks.hs256, changeClient({ id_token_signing_alg: "HS256" })],
  [risks.issuedInTheFuture, callControl("PUT", "clock", { skew: 3600 })],
  [
    risks.noResponse,
    ({ setting }) => ({ redirectUri: `${setting.pageOrigin}/elsewhere`, timeout: "1000" }),
  ],
  [risks.originMismatch, changeValues({ redirectUri: unregisteredUrl })],
  [risks.requestFailed, goOffline],
  [risks.invalidGrant, changeValues({ code: "wrong", refreshToken: "wrong" })],
  [
    risks.grantNotAllowed,
    async (stage, _values, operation) => {
      const client = operation.id === "client-credentials" ? "demo-management" : "demo-spa";
      await stage.open.control("PATCH", `clients/${client}`, { grant_types: [] });
      return {};
    },
  ],
  [risks.tooManyRequests, callControl("PUT", "faults", { "global-limit-reached": true })],
  [invalidClient, changeValues({ clientID: "nobody" })],
  [embedded.originNotAllowed, changeClient({ web_origins: [] })],
  [embedded.invalidBody, planResponse("/co/authenticate", 400, "invalid_request")],
  [embedded.crossOriginNotAllowed, changeClient({ cross_origin_authentication: false })],
  [
    embedded.unsupportedCredential,
    planResponse("/co/authenticate", 400, "unsupported_credential_type"),
  ],
  [embedded.wrongPassword, changeValues({ password: "wrong", verificationCode: "wrong" })],
  [embedded.authenticationError, denyLogin],
  [embedded.blockedUser, blockUsers],
  [
    embedded.leakedPassword,
    changeValues({ username: "sofia@example.com", password: leakedPassword }),
  ],
  [embedded.lockedAccount, callControl("PATCH", "limits", { failedLoginsPerAccount: 0 })],
  [embedded.verificationRequired, callControl("PUT", "faults", { "verification-required": true })],
  [embedded.suspiciousLogin, callControl("PATCH", "limits", { failedLoginsPerAddress: 0 })],
  [management.invalidAccessToken, callControl("PUT", "clock", { skew: 3 * 60 * 60 })],
  [management.notAnAccessToken, changeValues({ accessToken: "opaque" })],
  [
    management.insufficientScope,
    async (stage) => {
      const { accessToken = "" } = await getTokens(stage, { audience: audienceOf(stage) });
      return { accessToken };
    },
  ],
  [management.otherUser, changeValues({ userId: graceId })],
  [management.managementLimit, callControl("PATCH", "limits", { requestsPerWindow: 0 })],
]);
