import type { MeaningCase, StopFacts } from "../stops.ts";

const server: StopFacts = { step: "callback", by: "server" };
const silent: StopFacts = { step: "callback", by: "nobody" };
const serverFailed = "The application's server failed at the callback";
const nothing = "Nothing followed the callback";

export const callbackCases: readonly MeaningCase[] = [
  {
    title: "The application did not accept the posted response",
    stop: { ...server, says: ["403"], answer: { code: "c" }, mode: "form_post" },
    miss: { mode: "query" },
    instead: "The application's server refused the response",
  },
  {
    title: "The application's server could not authenticate at the provider",
    stop: { ...server, says: ["401", "invalid_client"] },
    miss: { says: ["401", "invalid_grant"] },
    instead: "The application's server refused the response",
  },
  {
    title: "The application has no page at the callback URL",
    stop: { ...server, says: ["404"] },
    miss: { says: ["403"] },
    instead: "The application's server refused the response",
  },
  {
    title: "The application's server refused the response",
    stop: { ...server, says: ["400"] },
    miss: { says: ["500"] },
    instead: serverFailed,
  },
  {
    title: serverFailed,
    stop: { ...server, says: ["500"] },
    miss: { by: "provider" },
    instead: "The provider failed after the callback",
  },
  {
    title: "Nothing redeemed the code",
    stop: { ...silent, answer: { code: "c" } },
    miss: { answer: { state: "s" } },
    instead: nothing,
  },
  {
    title: "The page did not use the tokens of its response",
    stop: { ...silent, answer: { id_token: "t" }, mode: "fragment" },
    miss: { answer: { state: "s" } },
    instead: nothing,
  },
  {
    title: "The login did not continue after the server took the response",
    stop: { ...silent, kind: "handover" },
    miss: { kind: "callback" },
    instead: nothing,
  },
  {
    title: nothing,
    stop: silent,
    miss: { kind: "handover" },
    instead: "The login did not continue after the server took the response",
  },
  {
    title: "The provider failed after the callback",
    stop: { step: "callback", by: "provider", says: ["500"] },
    miss: { by: "server" },
    instead: serverFailed,
  },
];
