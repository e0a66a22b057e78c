import type { MeaningCase, StopFacts } from "../stops.ts";

const lost: StopFacts = { step: "request", by: "network" };
const blocked: StopFacts = { step: "request", by: "browser" };
const noResponse = "The request had no response";
const blockedByBrowser = "The browser blocked the request";
const failed = { says: ["net::ERR_FAILED"] };

export const blockedCases: readonly MeaningCase[] = [
  {
    title: "The request was blocked before it left the browser",
    stop: { ...blocked, says: ["net::ERR_BLOCKED_BY_CLIENT"] },
    miss: failed,
    instead: blockedByBrowser,
  },
  {
    title: "The page's content security policy blocked the request",
    stop: { ...blocked, says: ["csp"] },
    miss: { says: ["mixed-content"] },
    instead: "The browser blocked a plain http request of an https page",
  },
  {
    title: "The browser blocked a plain http request of an https page",
    stop: { ...blocked, says: ["mixed-content"] },
    miss: failed,
    instead: blockedByBrowser,
  },
  {
    title: "The response may not be shown in a frame",
    stop: { ...blocked, says: ["net::ERR_BLOCKED_BY_RESPONSE"], dest: "iframe" },
    miss: { dest: "document" },
    instead: "A header of the response forbids its use here",
  },
  {
    title: "A header of the response forbids its use here",
    stop: { ...blocked, says: ["net::ERR_BLOCKED_BY_RESPONSE"] },
    miss: { dest: "iframe" },
    instead: "The response may not be shown in a frame",
  },
  {
    title: "The browser did not trust the server's certificate",
    stop: { ...lost, says: ["net::ERR_CERT_DATE_INVALID"] },
    miss: failed,
    instead: noResponse,
  },
  {
    title: "The host does not exist",
    stop: { ...lost, says: ["net::ERR_NAME_NOT_RESOLVED"] },
    miss: { says: ["net::ERR_CONNECTION_REFUSED"] },
    instead: "The server did not answer",
  },
  {
    title: "The server did not answer",
    stop: { ...lost, says: ["NS_ERROR_NET_RESET"] },
    miss: failed,
    instead: noResponse,
  },
  {
    title: "The page ended the request",
    stop: { ...lost, says: ["NS_BINDING_ABORTED"] },
    miss: failed,
    instead: noResponse,
  },
];

export const networkCases: readonly MeaningCase[] = [
  {
    title: "The page cannot read the response",
    stop: { step: "token", by: "browser", kind: "preflight", asks: "token" },
    miss: { asks: "logout" },
    instead: blockedByBrowser,
  },
  {
    title: noResponse,
    stop: { ...lost, ...failed },
    miss: { by: "browser" },
    instead: blockedByBrowser,
  },
  {
    title: blockedByBrowser,
    stop: blocked,
    miss: { by: "network" },
    instead: noResponse,
  },
];
