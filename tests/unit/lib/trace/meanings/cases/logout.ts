import type { MeaningCase, StopFacts } from "../stops.ts";

const provider: StopFacts = { step: "logout", by: "provider" };
const refused = "The provider refused the logout";

export const logoutCases: readonly MeaningCase[] = [
  {
    title: "The provider refused to revoke the token",
    stop: { ...provider, kind: "revocation", says: ["400"] },
    miss: { kind: "logout" },
    instead: refused,
  },
  {
    title: "The provider failed at the logout",
    stop: { ...provider, says: ["503"] },
    miss: { says: ["400"] },
    instead: refused,
  },
  {
    title: refused,
    stop: { ...provider, says: ["400"] },
    miss: { by: "nobody" },
    instead: "The logout stayed at the provider",
  },
  {
    title: "The logout stayed at the provider",
    stop: { step: "logout", by: "nobody" },
    miss: { by: "provider" },
    instead: refused,
  },
];
