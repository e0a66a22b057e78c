import { crossSite, withCookie, type MeaningCase, type StopFacts } from "../stops.ts";

const frame: StopFacts = { step: "renewal", by: "provider" };
const silent: StopFacts = { step: "renewal", by: "nobody" };
const noSession = "The provider saw no session in the frame";
const refused = "The renewal was refused";
const other = { says: ["access_denied"] };

export const renewalCases: readonly MeaningCase[] = [
  {
    title: noSession,
    stop: { ...frame, says: ["login_required"], headers: crossSite },
    miss: { headers: withCookie },
    instead: noSession,
  },
  {
    title: noSession,
    stop: { ...frame, says: ["login_required"] },
    miss: { kind: "token" },
    instead: "The provider needs the user before it issues tokens",
  },
  {
    title: "The renewal needs the user's consent",
    stop: { ...frame, says: ["consent_required"] },
    miss: { says: ["interaction_required"] },
    instead: "The renewal needs the user",
  },
  {
    title: "The renewal needs the user",
    stop: { ...frame, says: ["interaction_required"] },
    miss: other,
    instead: refused,
  },
  {
    title: "The provider refused the renewal",
    stop: { ...frame, says: ["403"] },
    miss: { says: ["404"] },
    instead: refused,
  },
  {
    title: "The page renews too often",
    stop: { ...frame, says: ["429"] },
    miss: { kind: "token" },
    instead: "The provider limits the rate of token requests",
  },
  {
    title: "The provider refused the request of the renewal",
    stop: { ...frame, says: ["400"] },
    miss: { says: ["500"] },
    instead: refused,
  },
  {
    title: refused,
    stop: { ...frame, says: ["500"] },
    miss: { kind: "token" },
    instead: "The provider failed at the token request",
  },
  {
    title: "The frame got no response that the page could use",
    stop: { ...silent, headers: crossSite },
    miss: { headers: withCookie },
    instead: "Nothing followed the renewal",
  },
  {
    title: "Nothing followed the renewal",
    stop: silent,
    miss: { headers: crossSite },
    instead: "The frame got no response that the page could use",
  },
];
