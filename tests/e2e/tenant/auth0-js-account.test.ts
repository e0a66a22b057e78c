import { expect, test } from "vitest";
import * as z from "zod/mini";
import { demo } from "../../launch/demo.ts";
import { arrive, callAuth0, callManagement, leave, logInByRedirect } from "./auth0-session.ts";
import { useAuth0Session } from "./use-auth0-session.ts";

const place = useAuth0Session();

const connection = "Username-Password-Authentication";
const userIds = {
  ada: "auth0|65f1c0ada000000000000001",
  grace: "auth0|65f1c0face00000000000002",
};

test("a signup creates a user that can log in at once, and a second signup is rejected", async () => {
  const page = await place.openPage();
  const account = { email: "rosalind@example.com", password: "Double-helix-51" };
  const wanted = { ...account, connection, userMetadata: { theme: "dark" } };
  expect(await callAuth0(page, "signup", wanted)).toMatchObject({
    error: null,
    result: { Id: expect.any(String), email: account.email, emailVerified: false },
  });
  expect((await callAuth0(page, "signup", wanted)).error).toMatchObject({
    code: "invalid_signup",
    description: "Invalid sign up",
    statusCode: 400,
  });
  await leave(page, "login", { ...account, realm: connection });
  await arrive(page);
  const { result } = await callAuth0(page, "parseHash", {});
  expect(result).toMatchObject({ idTokenPayload: { email: account.email } });
});

test("a signup with a weak password returns the rules that the password breaks", async () => {
  const page = await place.openPage();
  const account = { email: "weak@example.com", password: "abc", connection };
  expect((await callAuth0(page, "signup", account)).error).toMatchObject({
    code: "invalid_password",
    name: "PasswordStrengthError",
    description: { verified: false, rules: expect.any(Array) },
    policy: expect.any(String),
  });
});

test("a password change returns a message and sends an email with a link", async () => {
  const page = await place.openPage();
  const { email } = demo.user;
  expect(await callAuth0(page, "changePassword", { connection, email })).toEqual({
    error: null,
    result: "We've just sent you an email to reset your password.",
  });
  expect((await place.session.readMail(email)).link).toContain(`${place.session.tenant.origin}/`);
});

const currentUserScopes = [
  "read:current_user",
  "update:current_user_identities",
  "create:current_user_metadata",
  "update:current_user_metadata",
  "delete:current_user_metadata",
  "create:current_user_device_credentials",
  "delete:current_user_device_credentials",
];
const tokensSchema = z.object({
  accessToken: z.string(),
  idToken: z.string(),
  scope: z.optional(z.nullable(z.string())),
});

test(
  "a renewal for the Management API returns the requested current-user scopes, which user calls accept",
  { tags: ["authn.library.current-user-scopes"] },
  async () => {
    const page = await place.openPage();
    await logInByRedirect(page, { user: demo.secondUser });
    const grace = tokensSchema.parse((await callAuth0(page, "parseHash", {})).result);
    await logInByRedirect(page, { options: { prompt: "login" } });
    const plain = tokensSchema.parse((await callAuth0(page, "parseHash", {})).result);
    const refused = await callManagement(page, plain.accessToken, "getUser", [userIds.ada]);
    expect(refused.error).toMatchObject({ statusCode: 401 });

    const audience = `${place.session.tenant.origin}/api/v2/`;
    const scope = ["openid", ...currentUserScopes].join(" ");
    const renewed = await callAuth0(page, "checkSession", { audience, scope });
    expect(renewed.error).toBeNull();
    const ada = tokensSchema.parse(renewed.result);
    expect(ada.scope?.split(" ")).toEqual(expect.arrayContaining(currentUserScopes));

    const call = async (method: string, ...given: unknown[]): Promise<unknown> => {
      const { error, result } = await callManagement(page, ada.accessToken, method, given);
      expect(error).toBeNull();
      return result;
    };
    expect(await call("getUser", userIds.ada)).toMatchObject({ email: demo.user.email });
    expect(await call("patchUserMetadata", userIds.ada, { theme: "dark" })).toMatchObject({
      user_metadata: { theme: "dark" },
    });
    const another = await callManagement(page, ada.accessToken, "getUser", [userIds.grace]);
    expect(another.error).toMatchObject({ statusCode: 403 });
    expect(await call("linkUser", userIds.ada, grace.idToken)).toHaveLength(2);
  },
);
