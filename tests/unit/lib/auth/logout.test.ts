import { describe, expect, test } from "vitest";
import { WebAuth } from "../../../../lib/auth/index.ts";
import { callUntyped, catchAuthError } from "./caught-error.ts";
import { fakePorts } from "./fake-ports.ts";

function setUp() {
  const visited: string[] = [];
  const webAuth = new WebAuth({
    domain: "tenant.example",
    clientID: "client-1",
    ports: fakePorts({ navigation: { goTo: (url) => visited.push(url) } }),
  });
  return { logout: webAuth.logout, visited };
}

describe("logout", () => {
  test(
    "sends the constructor's client id, so that the application's list of URLs applies",
    { tags: ["library.logout.application-list"] },
    async () => {
      const { logout, visited } = setUp();
      await logout();
      expect(visited).toEqual(["https://tenant.example/v2/logout?client_id=client-1"]);
    },
  );

  test("sends the encoded return URL", { tags: ["library.logout.return-to"] }, async () => {
    const { logout, visited } = setUp();
    await logout({ returnTo: "https://app.example/bye?a=1&b=2" });
    expect(visited).toEqual([
      "https://tenant.example/v2/logout?client_id=client-1&returnTo=https%3A%2F%2Fapp.example%2Fbye%3Fa%3D1%26b%3D2",
    ]);
  });

  test(
    "sends the call's client id in place of the constructor's",
    { tags: ["library.logout.client-id"] },
    async () => {
      const { logout, visited } = setUp();
      await logout({ clientID: "client-2" });
      expect(visited).toEqual(["https://tenant.example/v2/logout?client_id=client-2"]);
    },
  );

  test(
    "sends no client id if it is undefined, so that the account's list of URLs applies",
    { tags: ["library.logout.account-list"] },
    async () => {
      const { logout, visited } = setUp();
      await logout({ clientID: undefined, returnTo: "https://app.example/" });
      await logout({ clientID: undefined });
      expect(visited).toEqual([
        "https://tenant.example/v2/logout?returnTo=https%3A%2F%2Fapp.example%2F",
        "https://tenant.example/v2/logout?",
      ]);
    },
  );

  test("accepts parameters by their names on the wire, and sends unknown ones", async () => {
    const { logout, visited } = setUp();
    await logout({ client_id: "client-2", logoutHint: "ada" });
    expect(visited).toEqual([
      "https://tenant.example/v2/logout?client_id=client-2&logout_hint=ada",
    ]);
  });

  test.each([
    [true, true],
    ["", true],
    [false, false],
    ["false", false],
    [undefined, false],
  ])("with federated as %j sends it: %j", async (federated, isSent) => {
    const { logout, visited } = setUp();
    await logout({ federated });
    expect(visited[0]?.endsWith("?client_id=client-1&federated")).toBe(isSent);
  });

  test.each([
    [{ returnTo: 7 }, /^returnTo option is not valid/],
    [{ clientID: {} }, /^clientID option is not valid/],
    [{ client_secret: "s" }, /^client_secret option is not valid/],
    ["https://app.example/", /^options parameter is not valid/],
  ])("rejects %j, and stays on the page", (given, message) => {
    const { logout, visited } = setUp();
    expect(() => callUntyped(logout, given)).toThrow(message);
    expect(visited).toEqual([]);
  });

  test("reports a page that cannot be left", async () => {
    const { logout } = new WebAuth({
      domain: "tenant.example",
      clientID: "client-1",
      ports: fakePorts(),
    });
    expect(await catchAuthError(logout())).toMatchObject({ error: "runtime_error" });
  });
});
