import {
  callbackNotAllowed,
  cookiesBlocked,
  developmentKeys,
  malformedRequest,
  providerFailed,
  sessionEnded,
  tooManyRequests,
} from "../causes.ts";
import { at, both, isCrossSiteWithoutCookie } from "../conditions.ts";
import type { MeaningRow } from "../meaning.ts";

const oidc = "OpenID Connect Core, section 3.1.2.6";
const frame = at("authorization");
const base = { step: ["renewal"], by: ["provider"], when: frame } as const;
const contract = "Contract of the library, checkSession";

/** Stops of renewals in a frame. Those with a refresh token are stops of token requests. */
export const renewalRows: readonly MeaningRow[] = [
  {
    ...base,
    codes: ["login_required"],
    when: both(frame, isCrossSiteWithoutCookie),
    title: "The provider saw no session in the frame",
    means: "The frame is of another site than the page, and its request has no cookie.",
    causes: [cookiesBlocked, sessionEnded],
    requirement: oidc,
  },
  {
    ...base,
    codes: ["login_required"],
    title: "The provider saw no session in the frame",
    means: "The provider may not ask the user, and saw no session that it accepts.",
    causes: [sessionEnded, developmentKeys, cookiesBlocked],
    requirement: oidc,
  },
  {
    ...base,
    codes: ["consent_required"],
    title: "The renewal needs the user's consent",
    means: "A frame cannot show the consent page.",
    causes: [
      {
        cause: "The page runs on localhost, where a consent is never skipped.",
        check: "Look at the host of the page.",
        remedy: "Use another name in the hosts file, such as app.localtest.",
      },
      {
        cause: "The user has not consented to this client, scope or API.",
        check: "Log in once with interaction.",
        remedy: "Let the user consent, or let the API skip the consent of first-party clients.",
      },
    ],
    requirement: oidc,
  },
  {
    ...base,
    codes: ["interaction_required", "account_selection_required"],
    title: "The renewal needs the user",
    means: "The provider has a session, and has to show a page.",
    causes: [
      {
        cause: "A second factor, a redirect rule or a choice of accounts asks for the user.",
        check: "Log in with interaction, and read the page.",
        remedy: "Log in with interaction, or let the rule pass for prompt=none.",
      },
    ],
    requirement: oidc,
  },
  {
    ...base,
    codes: ["403"],
    title: "The provider refused the renewal",
    means: "A tenant posts the response only to a page whose origin is in its list.",
    causes: [
      {
        cause: "The page's origin is not among the allowed web origins.",
        check: "Compare the page's origin with the allowed web origins of the application.",
        remedy: "Add exactly this origin: scheme, host and port, without a slash at the end.",
      },
    ],
    requirement: contract,
  },
  {
    ...base,
    codes: ["429"],
    title: "The page renews too often",
    means: "Providers limit the rate of silent renewals.",
    causes: [
      {
        cause: "The page renews at each load, focus or route.",
        check: "Count the renewals of the last minutes.",
        remedy: "Renew shortly before the token expires, and at most every 15 minutes.",
      },
      tooManyRequests,
    ],
    requirement: "RFC 6585, section 4",
  },
  {
    ...base,
    codes: ["400", "invalid_request", "unauthorized_client"],
    title: "The provider refused the request of the renewal",
    means: "The frame shows an error page, which posts no message to the page.",
    causes: [callbackNotAllowed, malformedRequest],
    requirement: "RFC 6749, section 4.1.2.1",
  },
  {
    step: ["renewal"],
    by: ["provider", "server"],
    title: "The renewal was refused",
    means: "The quoted code and description tell why.",
    causes: [sessionEnded, malformedRequest, providerFailed],
    requirement: oidc,
  },
  {
    step: ["renewal"],
    by: ["nobody"],
    when: both(at("authorization", "callback", "login-page"), isCrossSiteWithoutCookie),
    title: "The frame got no response that the page could use",
    means: "The page waits for a message of the frame until its timeout.",
    causes: [
      cookiesBlocked,
      {
        cause: "The provider showed a login page or an error in the frame.",
        check: "Read the response of this request.",
        remedy: "Log in with interaction.",
      },
      callbackNotAllowed,
    ],
    requirement: contract,
  },
  {
    step: ["renewal"],
    by: ["nobody"],
    title: "Nothing followed the renewal",
    means: "The page got no tokens, and no error was seen.",
    causes: [
      {
        cause: "The frame was removed before its response, or its page sent no message.",
        check: "Look at the Console for a timeout, and read the response of this request.",
        remedy: "Give the renewal more time, and use a callback page that handles it.",
      },
      {
        cause: "The provider showed a login page or an error in the frame.",
        check: "Read the response of this request.",
        remedy: "Log in with interaction.",
      },
      callbackNotAllowed,
    ],
    requirement: contract,
  },
];
