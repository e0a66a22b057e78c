import type { RuleCases } from "../rule-cases.ts";
import { authorize } from "../rule-cases.ts";

const libraryOf = (version: string) => btoa(JSON.stringify({ name: "auth0.js", version }));

export const libraryCases: RuleCases = {
  fails: [
    {
      rule: "lib-vulnerable",
      when: "an advisory lists it",
      entries: [authorize({ auth0Client: libraryOf("9.12.0") })],
    },
  ],
  passes: [
    {
      rule: "lib-vulnerable",
      when: "the version has the correction",
      entries: [authorize({ auth0Client: libraryOf("9.13.2") })],
    },
  ],
};
