import { describe, expect, test } from "vitest";
import { callUntyped, catchAuthError, showAll } from "./caught-error.ts";
import { logInToManage, manageAt, options } from "./manage-user.ts";

describe("getUser", () => {
  test("reads the user's own profile", { tags: ["library.management.get-user"] }, async () => {
    const { page, userId, management, token } = await logInToManage();
    expect(await management.getUser(userId)).toMatchObject({
      user_id: userId,
      email: "ada@example.com",
    });
    expect(page.requests.at(-1)?.request).toMatchObject({
      method: "GET",
      headers: { Authorization: `Bearer ${token}` },
      credentials: "omit",
    });
    expect(page.requests.at(-1)?.request.headers).not.toHaveProperty("Content-Type");
  });

  test("calls back with the profile, without its object", async () => {
    const { userId, management } = await logInToManage();
    const { getUser } = management;
    const call = await new Promise<unknown[]>((resolve) =>
      getUser(userId, (...args) => resolve(args)),
    );
    expect(call).toMatchObject([null, { user_id: userId }]);
  });

  test.each([
    ["auth0|1", "auth0%7C1"],
    ["a/../b", "a%2F..%2Fb"],
    ["a?b#c", "a%3Fb%23c"],
    ["%2e%2e", "%252e%252e"],
    ["...", "..."],
  ])("encodes the id %s as one segment of the path", async (userId, segment) => {
    const { tenant, management } = manageAt(`/${segment}`, { user_id: userId });
    expect(await management.getUser(userId)).toEqual({ user_id: userId });
    expect(new URL(tenant.requests[0]?.url ?? "").pathname).toBe(`/api/v2/users/${segment}`);
  });

  test.each(["", ".", "..", undefined, null, 7, {}, "auth0|\ud800", "\udfff"])(
    "rejects the id %j at once",
    (userId) => {
      const { management } = manageAt();
      expect(() => callUntyped(management.getUser, userId)).toThrow(
        /^userId parameter is not valid/,
      );
    },
  );

  test("returns the message and the errorCode of an error response", async () => {
    const body = {
      statusCode: 403,
      error: "Forbidden",
      message: "User to be acted on does not match.",
      errorCode: "mismatching_subject",
    };
    const { management } = manageAt("/u", body, 403);
    const error = await catchAuthError(management.getUser("u"));
    expect(error).toMatchObject({
      error: "Forbidden",
      code: "Forbidden",
      errorDescription: body.message,
      errorCode: body.errorCode,
      statusCode: 403,
      original: { statusCode: 403, body },
    });
    expect(showAll(error)).not.toContain(options.token);
  });

  test("rejects with the service's error for another user than the token's", async () => {
    const { management } = await logInToManage();
    const error = await catchAuthError(management.getUser("auth0|65f1c0face00000000000002"));
    expect(error).toMatchObject({ error: "Forbidden", statusCode: 403 });
    expect(error.errorDescription).not.toBe("Forbidden");
  });

  test("rejects a response that is not an object", async () => {
    const { management } = manageAt("/u", []);
    expect(await catchAuthError(management.getUser("u"))).toMatchObject({
      reason: "body_malformed",
    });
  });
});
