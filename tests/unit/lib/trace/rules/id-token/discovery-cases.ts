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
      rule: "disc-failed",
      when: "the address does not exist",
      entries: [{ ...discovery({}), status: 404, answer: "<h1>Not found</h1>" }],
    },
    {
      rule: "disc-failed",
      when: "CORS hides that the address does not exist",
      entries: [{ ...discovery({}), status: 404, responseHeaders: { Server: "x" } }],
    },
    {
      rule: "disc-failed",
      when: "the application itself answers",
      entries: [{ ...discovery({}), answer: "<!doctype html><p>App</p>" }],
    },
    {
      rule: "disc-failed",
      when: "the keys are missing after the login",
      entries: [
        ...cleanLogin,
        { url: `${idp}/.well-known/jwks.json`, at: 90, dest: "empty", origin: app, status: 404 },
      ],
    },
    {
      rule: "disc-issuer",
      when: "it names another host",
      entries: [discovery({ issuer: "https://other.example/" }), ...cleanLogin],
    },
  ],
  passes: [
    {
      rule: "disc-failed",
      when: "a second address has it",
      entries: [{ ...discovery({}), status: 404, answer: "" }, discovery({}), ...cleanLogin],
    },
    { rule: "disc-issuer", when: "it ends with a slash", entries: [discovery({}), ...cleanLogin] },
  ],
};
