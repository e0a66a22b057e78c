import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { listParameters } from "../../../../lib/runs/transcript.ts";

const secretNames = [
  "access_token",
  "id_token",
  "refresh_token",
  "code",
  "code_verifier",
  "client_secret",
  "id_token_hint",
  "login_ticket",
  "password",
  "otp",
  "state",
  "nonce",
];
const openNames = [
  "client_id",
  "redirect_uri",
  "response_type",
  "scope",
  "audience",
  "connection",
  "prompt",
  "token_type",
  "expires_in",
  "error",
  "error_description",
];

describe("listParameters", () => {
  test("decodes the parameters, and keeps their order and repetitions", () => {
    expect(listParameters("scope=openid+email&error=a%20b&scope=x")).toEqual([
      { name: "scope", value: "openid email", isSecret: false },
      { name: "error", value: "a b", isSecret: false },
      { name: "scope", value: "x", isSecret: false },
    ]);
  });

  test.each(["?scope=openid", "scope=openid"])(
    "parses a text with or without its first ? or #: %s",
    (text) => {
      expect(listParameters(text)).toEqual([{ name: "scope", value: "openid", isSecret: false }]);
    },
  );

  test("returns an empty list for an empty text", () => {
    expect(listParameters("")).toEqual([]);
  });

  test.each(secretNames)("masks %s", (name) => {
    expect(listParameters(`${name}=x`)).toEqual([{ name, value: "x", isSecret: true }]);
  });

  test.each(openNames)("does not mask %s", (name) => {
    expect(listParameters(`${name}=x`)).toEqual([{ name, value: "x", isSecret: false }]);
  });

  test("puts no value of a secret parameter into a fact that is not masked", () => {
    const parameter = fc.oneof(
      fc.tuple(fc.constantFrom(...secretNames), fc.uuid()),
      fc.tuple(fc.constantFrom(...openNames), fc.string()),
    );
    fc.assert(
      fc.property(fc.array(parameter), (parameters) => {
        const facts = listParameters(new URLSearchParams(parameters).toString());
        expect(facts).toHaveLength(parameters.length);
        const inTheClear = JSON.stringify(facts.filter(({ isSecret }) => !isSecret));
        const secrets = parameters.filter(([name]) => secretNames.includes(name));
        expect(secrets.filter(([, value]) => inTheClear.includes(value))).toEqual([]);
      }),
    );
  });
});
