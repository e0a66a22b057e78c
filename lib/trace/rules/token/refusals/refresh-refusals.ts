import type { AuthMessage } from "../../../message.ts";
import { readParameter } from "../../../parameters.ts";
import type { PreparedFlow } from "../../../prepared-flow.ts";
import { wasTokenUsed } from "../../was-token-used.ts";
import { isRefused } from "../read-token-requests.ts";
import { isOwnRefresh, isRefreshGrant } from "./read-grant.ts";
import type { RefusalRow } from "./refusal-row.ts";

/** The text that JavaScript makes of a value that is not there. */
const noToken = /^(?:undefined|null|NaN|\[object Object\])?$/u;

/** Refusals of a refresh token: it was not there, was used at the same time, before, or is over. */
export const refreshRefusals: readonly RefusalRow[] = [
  {
    id: "token-refresh-expected",
    title: "The page tried to refresh without a refresh token",
    applies: (message) =>
      isRefreshGrant(message) &&
      noToken.test(readParameter(message.request, "refresh_token") ?? ""),
    why: "There was no refresh token to send. The login got none: it did not ask for offline_access, or the application or the API does not allow it.",
    remedy:
      "Ask for the scope offline_access, turn on refresh token rotation for the application, and allow offline access for the API.",
    shown: ["grant_type", "refresh_token"],
  },
  {
    id: "token-refresh-raced",
    title: "Two requests used the same refresh token at the same time",
    requirement: "RFC 9700, section 4.14.2",
    applies: (message, prepared) =>
      isRefreshGrant(message) && findSameRefresh(message, prepared, true),
    isHarmless: wasOtherUsed,
    why: "With rotation, a refresh token is valid once. The second request looks like that of a thief, and the provider can revoke the whole family.",
    remedy:
      "Let one tab or worker refresh, guarded by the Web Locks API; a reuse interval at the provider tolerates the rest.",
    shown: ["refresh_token"],
  },
  {
    id: "token-refresh-reused",
    title: "The page used a refresh token again",
    requirement: "RFC 9700, section 4.14.2",
    applies: (message, prepared) =>
      isRefreshGrant(message) && findSameRefresh(message, prepared, false),
    why: "With rotation, each use returns a new refresh token and ends the old one. The page sent the old one.",
    remedy: "Replace the stored refresh token by that of each response, before the next request.",
    shown: ["refresh_token"],
  },
  {
    id: "token-refresh-refused",
    title: "The provider refused the refresh token",
    applies: (message) =>
      (isRefreshGrant(message) &&
        ["invalid_grant", "invalid_request"].includes(message.error ?? "")) ||
      (isOwnRefresh(message) && message.exchange.status === 401),
    why: "The token is not valid any more.",
    remedy: "Log in again; then look at the causes.",
    causes: [
      {
        cause: "It has expired, by its absolute or its inactivity lifetime.",
        check: "Compare the time of the login with the lifetimes of the application.",
        remedy: "Raise the lifetimes, or log in again.",
      },
      {
        cause: "It was rotated by another tab.",
        check: "Do two tabs share the storage?",
        remedy: "Refresh in one place.",
      },
      {
        cause: "The user, an administrator or a change of password revoked it.",
        check: "Look at the tenant's log.",
        remedy: "Log in again.",
      },
    ],
    shown: ["refresh_token"],
  },
];

/** Returns true if the request that won gave a token, and an API accepted it afterwards. */
function wasOtherUsed(
  { request, exchange }: AuthMessage,
  { previous, next }: PreparedFlow,
): boolean {
  const token = readParameter(request, "refresh_token");
  return [...previous, ...(next === undefined ? [] : [next])].some(
    (flow) =>
      flow.phase === "complete" &&
      flow.tokenRequests.some((other) => readParameter(other.request, "refresh_token") === token) &&
      wasTokenUsed({ flow }, exchange),
  );
}

/** Looks for another flow of the client that used the same refresh token, overlapping or before. */
function findSameRefresh(
  { request, exchange }: AuthMessage,
  { previous, next }: PreparedFlow,
  isOverlapping: boolean,
): boolean {
  const token = readParameter(request, "refresh_token");
  return [...previous, ...(next === undefined ? [] : [next])].some((flow) =>
    flow.tokenRequests.some((other) => {
      if (readParameter(other.request, "refresh_token") !== token) return false;
      // A refused use has not ended the token.
      if (!isOverlapping && isRefused(other)) return false;
      const { startedAt, durationMs = 0 } = other.exchange;
      const overlaps =
        startedAt < exchange.startedAt + (exchange.durationMs ?? 0) &&
        exchange.startedAt < startedAt + durationMs;
      return overlaps === isOverlapping;
    }),
  );
}
