import { describe, expect, test } from "vitest";
import { callUntyped } from "./caught-error.ts";
import { manageAt } from "./manage-user.ts";
import { TenantPage } from "./tenant-page.ts";

const cycle: Record<string, unknown> = { from: "/cart" };
cycle["self"] = cycle;
const unwritable: readonly [form: string, value: unknown][] = [
  ["contains itself", cycle],
  ["contains a BigInt", { count: 1n }],
];
const credentials = { username: "ada@example.com", password: "s3cret", realm: "users" };
const email = "new@example.com";
const recipient = { connection: "email", email } as const;

describe.each(unwritable)("a value that %s is refused at once, as it is no JSON", (_, value) => {
  test.each([
    ["authorize", { appState: value }],
    ["login", { ...credentials, appState: value }],
    ["passwordlessStart", { ...recipient, authParams: { appState: value } }],
    ["passwordlessLogin", { ...recipient, verificationCode: "123456", appState: value }],
  ] as const)("by %s as its appState", (name, options) => {
    const page = new TenantPage();
    expect(() => callUntyped(page.create()[name], options)).toThrow(
      new TypeError("appState option is not valid: give a JSON value."),
    );
    expect([page.requests, page.visited]).toEqual([[], []]);
  });

  test.each(["user_metadata", "userMetadata", "extra"])("by signup as %s", (name) => {
    const page = new TenantPage();
    const options = { email, password: "Long-enough-9!", connection: "users", [name]: value };
    expect(() => callUntyped(page.create().signup, options)).toThrow(
      new TypeError(`${name} option is not valid: give a JSON value.`),
    );
    expect(page.requests).toEqual([]);
  });

  test("by patchUserMetadata", () => {
    const { patchUserMetadata } = manageAt().management;
    expect(() => callUntyped(patchUserMetadata, "auth0|1", value)).toThrow(
      new TypeError("user_metadata option is not valid: give a JSON value."),
    );
  });
});

test("a popup returns any appState, because it does not store it", async () => {
  const result = await new TenantPage().create().popup.authorize({ appState: cycle });
  expect(result.appState).toBe(cycle);
});
