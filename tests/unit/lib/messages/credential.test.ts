import { expect, test } from "vitest";

import { credentialInputSchema } from "../../../../lib/messages/credential.ts";

test.each([
  { kind: "access_token", token: "" },
  { kind: "access_token", token: "x".repeat(20_001) },
  { kind: "client_credentials", clientId: "a", clientSecret: "" },
  { kind: "client_credentials", clientId: "", clientSecret: "s" },
  { kind: "client_credentials", clientId: "a", clientSecret: "x".repeat(2_001) },
  { kind: "password", token: "x" },
])("a credential that exceeds its bounds is rejected (case %#)", (credential) => {
  expect(credentialInputSchema.safeParse(credential).success).toBe(false);
});
