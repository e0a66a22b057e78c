import type { MeaningCase, StopFacts } from "../stops.ts";

const provider: StopFacts = { step: "request", by: "provider" };
const silent: StopFacts = { step: "request", by: "nobody" };
const unread = "The provider's documents could not be read";
const shownPage = "The provider refused the authorization request with a page";
const refused = "The provider refused the authorization request";
const nothing = "Nothing followed the authorization request";

export const requestCases: readonly MeaningCase[] = [
  {
    title: unread,
    stop: { step: "discovery", by: "provider", says: ["404"] },
    miss: { by: "nobody", says: [] },
    instead: "No login followed the discovery",
  },
  {
    title: "No login followed the discovery",
    stop: { step: "discovery", by: "nobody" },
    miss: { by: "server" },
    instead: unread,
  },
  {
    title: "The provider limits the rate of login requests",
    stop: { ...provider, says: ["429"] },
    miss: { says: ["400"] },
    instead: shownPage,
  },
  {
    title: "The provider refused the pushed authorization request",
    stop: { ...provider, kind: "pushed-request", says: ["400"] },
    miss: { kind: "authorization" },
    instead: shownPage,
  },
  {
    title: "The provider refused to start a device login",
    stop: { ...provider, kind: "device-authorization", says: ["400"] },
    miss: { kind: "authorization" },
    instead: shownPage,
  },
  {
    title: "The provider refused the silent request",
    stop: { ...provider, says: ["403"], dest: "iframe" },
    miss: { dest: "document" },
    instead: shownPage,
  },
  {
    title: shownPage,
    stop: { ...provider, says: ["400"] },
    miss: { says: ["500"] },
    instead: "The provider failed at the authorization request",
  },
  {
    title: "The provider failed at the authorization request",
    stop: { ...provider, says: ["502"] },
    miss: { says: ["501"] },
    instead: refused,
  },
  {
    title: refused,
    stop: { ...provider, says: ["501"] },
    miss: { by: "nobody", says: [] },
    instead: nothing,
  },
  {
    title: "The frame got no response that the page could use",
    stop: { ...silent, dest: "iframe" },
    miss: { dest: "document" },
    instead: nothing,
  },
  {
    title: "No token request followed the device code",
    stop: { ...silent, kind: "device-authorization" },
    miss: { kind: "authorization" },
    instead: nothing,
  },
  {
    title: "The login page was left",
    stop: { ...silent, hasLoginPage: true },
    miss: { hasLoginPage: false },
    instead: nothing,
  },
  {
    title: nothing,
    stop: silent,
    miss: { hasLoginPage: true },
    instead: "The login page was left",
  },
];
