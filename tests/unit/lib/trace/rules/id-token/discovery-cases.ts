import type { RuleCases } from "../rule-cases.ts";
import type { EntryFacts } from "../../entries.ts";
import { app, cleanLogin, idp } from "../rule-cases.ts";

const discovery = (members: object): EntryFacts => ({
  url: `${idp}/.well-known/openid-configuration`,
  dest: "empty",
  origin: app,
  answer: { issuer: `${idp}/`, authorization_endpoint: `${idp}/authorize`, ...members },
});

export const discoveryCases: RuleCases = {
  fails: [
    {
      rule: "disc-issuer",
      when: "it names another host",
      entries: [discovery({ issuer: "https://other.example/" }), ...cleanLogin],
    },
  ],
  passes: [
    { rule: "disc-issuer", when: "it ends with a slash", entries: [discovery({}), ...cleanLogin] },
  ],
};
