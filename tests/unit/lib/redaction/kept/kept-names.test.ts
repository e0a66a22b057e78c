import { expect, test } from "vitest";
import { findForm } from "../../../../../lib/redaction/kept/kept-names.ts";

test("no value that a login is protected by, or that names a person, is kept under its name", () => {
  const names = ["code", "state", "nonce", "code_verifier", "client_secret", "password", "otp"];
  const personal = ["sub", "sid", "email", "name", "login_hint", "username", "phone_number"];
  expect([...names, ...personal].filter((name) => findForm(name) !== undefined)).toEqual([]);
});

test("what a provider publishes of itself is kept by the end of its name", () => {
  expect(findForm("token_endpoint")).toBe("address");
  expect(findForm("jwks_uri")).toBe("address");
  expect(findForm("grant_types_supported")).toBe("words");
});
