import { describe, expect, test } from "vitest";

import { isSecretMember, isSecretName, isSecretText } from "../../../../lib/runs/secret-values.ts";

const token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln";

describe("isSecretName", () => {
  test.each([
    "access_token",
    "accessToken",
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
    "Authorization",
    "subject_token",
    "verificationCode",
  ])("masks %s", (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  test.each([
    "client_id",
    "redirect_uri",
    "response_type",
    "scope",
    "audience",
    "connection",
    "prompt",
    "token_type",
    "tokenType",
    "code_challenge",
    "code_challenge_method",
    "credential_type",
    "subject_token_type",
    "idTokenPayload",
    "expires_in",
    "error",
    "error_description",
    "Content-Type",
  ])("does not mask %s", (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

describe("isSecretText", () => {
  test.each([token, `Bearer ${token}`, "http://a/?id_token_hint=x", "http://a/#access_token=x"])(
    "finds the secret in %s",
    (text) => {
      expect(isSecretText(text)).toBe(true);
    },
  );

  test.each(["", "openid profile", "http://a/authorize?client_id=b&state=s", "a.b.c"])(
    "finds none in %s",
    (text) => {
      expect(isSecretText(text)).toBe(false);
    },
  );
});

// A search that began anew at each possible token would not end within the time limit of a test.
test("isSecretText ends for a long text of many token beginnings", () => {
  expect(isSecretText("ey-".repeat(500_000))).toBe(false);
});

describe("isSecretMember", () => {
  test("masks each value below a secret name, and a token under any name", () => {
    expect(isSecretMember(["credentials", "user"], "a")).toBe(true);
    expect(isSecretMember(["hint"], token)).toBe(true);
    expect(isSecretMember(["idTokenPayload", "sub"], "a")).toBe(false);
  });

  test("shows the code of an error", () => {
    expect(isSecretMember(["code"], "login_required")).toBe(true);
    expect(isSecretMember(["code"], "login_required", true)).toBe(false);
    expect(isSecretMember(["code"], token, true)).toBe(true);
  });
});
