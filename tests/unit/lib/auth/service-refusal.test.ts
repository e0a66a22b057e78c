import { expect, test } from "vitest";
import { catchAuthError } from "./caught-error.ts";
import { createWebAuth } from "./compared.ts";

const url = "https://tenant.example/dbconnections/signup";
const password = "correct-horse-9";

/** Returns the error of a signup that is refused with this status and body. */
function refuse(status: number, body: unknown) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const { signup } = createWebAuth({ fetch: () => new Response(text, { status }) });
  return catchAuthError(signup({ email: "new@example.com", password, connection: "db" }));
}

const codes = { code: "code_1", error: "error_1", error_code: "error_code_1" };
test.each([
  [codes, "code_1"],
  [{ error: codes.error, error_code: codes.error_code }, "error_1"],
  [{ error_code: codes.error_code }, "error_code_1"],
  [{ code: 7, error: codes.error }, "error_1"],
  [{ code: "", error: codes.error }, "request_error"],
  [{ code: "a code\nof two lines", error: codes.error }, "request_error"],
  [{ code: "x".repeat(61) }, "request_error"],
  [{}, "request_error"],
])("the code of %j is %s", async (body, code) => {
  expect(await refuse(400, body)).toMatchObject({ code, error: code });
});

const texts = {
  errorDescription: "text 1",
  error_description: "text 2",
  description: "text 3",
  message: "text 4",
  error: "text 5",
};
test.each([
  ["errorDescription", "text 1"],
  ["error_description", "text 2"],
  ["description", "text 3"],
  ["message", "text 4"],
  ["error", "text 5"],
] as const)("the text is %s, if no member before it is a text", async (first, text) => {
  const names = Object.keys(texts);
  const rest = Object.entries(texts).filter(
    ([name]) => names.indexOf(name) >= names.indexOf(first),
  );
  const body = { errorDescription: 1, description: { rules: [] }, ...Object.fromEntries(rest) };
  expect((await refuse(400, body)).errorDescription).toBe(text);
});

test.each([
  [{ code: "x" }, "code x", `${url} responded with status 400.`],
  ["", "an empty body", `${url} responded with status 400.`],
  ["No access.", "plain text", `${url} responded with status 400. No access.`],
  ["x".repeat(201), "a long page", `${url} responded with status 400. ${"x".repeat(200)}`],
  [{ message: "x".repeat(2_001) }, "a long text", "x".repeat(2_000)],
])("the text of %j (%s) names the request or quotes the service", async (body, _, text) => {
  expect((await refuse(400, body)).errorDescription).toBe(text);
});

test.each([
  [`${password} is too easy`],
  [{ message: `${password} is too easy` }],
  [{ code: "x", error_description: `Too easy: ${password}` }],
])("a text with the secret is not shown: %j", async (body) => {
  const error = await refuse(400, body);
  expect(error.errorDescription).toBe(
    `${url} responded with status 400. Its text contains a secret of the request, and is not shown.`,
  );
});

test("a policy or a code with the secret is left out", async () => {
  const error = await refuse(400, {
    code: password,
    name: password,
    errorCode: password,
    message: "No.",
    policy: `Do not choose "${password}".`,
  });
  expect(error).toMatchObject({ code: "request_error", name: "AuthError" });
  expect(error.policy).toBeUndefined();
  expect(error.errorCode).toBeUndefined();
});

test.each([
  [403, {}, "Check the allowed web origins."],
  [403, { code: "invalid_password" }, "Choose a password that complies with the policy."],
  [400, { code: "x", errorCode: "unauthorized_client" }, "Check the grants of the application."],
  [400, {}, undefined],
  [429, { code: "invalid_password" }, "Wait, then try again."],
])("the remedy for status %i with %j is %j", async (status, body, remedy) => {
  expect((await refuse(status, body)).remedy).toBe(remedy);
});
