import { readHeader } from "../exchange.ts";
import { isHidden } from "../is-hidden.ts";
import type { MessageKind } from "../message.ts";
import { readParameter } from "../parameters.ts";
import type { Condition } from "./meaning.ts";

/** Holds at a message of one of these kinds; of a preflight, at the request that it asks for. */
export const at =
  (...kinds: readonly MessageKind[]): Condition =>
  ({ at: message }) =>
    kinds.includes(message.asks ?? message.kind);

/** Holds if both conditions hold. */
export const both =
  (one: Condition, other: Condition): Condition =>
  (stop, flow) =>
    one(stop, flow) && other(stop, flow);

/** Holds at a token request with this grant. */
export const withGrant =
  (grant: string): Condition =>
  ({ at: { request } }) =>
    (readParameter(request, "grant_type") ?? "").endsWith(grant);

/** Holds if the authorization request has this parameter. */
export const withParameter =
  (name: string): Condition =>
  (_stop, { authorization }) =>
    readParameter(authorization?.request ?? [], name) !== undefined;

/** Holds if the authorization request asks for tokens in the redirect. */
export const asksForTokens: Condition = (_stop, { authorization }) =>
  /\b(?:id_)?token\b/u.test(readParameter(authorization?.request ?? [], "response_type") ?? "");

/** Holds if the authorization request forbids to show a page. */
export const isSilent: Condition = (_stop, { authorization }) =>
  readParameter(authorization?.request ?? [], "prompt") === "none";

/** Holds for a request that left its site without a cookie. */
export const isCrossSiteWithoutCookie: Condition = ({ at: { exchange } }) =>
  readHeader(exchange.requestHeaders, "sec-fetch-site") === "cross-site" &&
  readHeader(exchange.requestHeaders, "cookie") === undefined;

/** Holds for a response that CORS hid from the page. */
export const isHiddenFromPage: Condition = ({ at: { exchange } }) => isHidden(exchange);

/** Holds for a request in a frame. */
export const isInFrame: Condition = ({ at: { exchange } }) => exchange.destination === "frame";

/** Holds if an authorization code arrived. */
export const hasCode: Condition = (_stop, { response }) =>
  readParameter(response?.parameters ?? [], "code") !== undefined;

/** Holds if tokens arrived in the redirect. */
export const hasTokens: Condition = (_stop, { response }) =>
  readParameter(response?.parameters ?? [], "access_token") !== undefined ||
  readParameter(response?.parameters ?? [], "id_token") !== undefined;

/** Holds if the provider showed a page of its own before the stop. */
export const hasLoginPage: Condition = (_stop, { messages }) =>
  messages.some(({ kind }) => kind === "login-page");

/** Holds if the response was posted to the callback, as by another site. */
export const wasPosted: Condition = (_stop, { response }) => response?.mode === "form_post";

/** Holds for a response without an error code. */
export const hasNoCode: Condition = ({ at: { error } }) => error === undefined;
