import { describe, expect, test } from "vitest";
import { writeCurlOf, writeForms } from "../../../../../lib/models/runs/write-run.ts";
import { catalogue } from "../../../../../lib/runs/catalogue/index.ts";
import type { Values } from "../../../../../lib/runs/operation.ts";
import { makeRun } from "../../../components/panel/run/sample-run.ts";

const { setting } = makeRun();

function copy(id: string, values: Values, parameters = "") {
  const operation = catalogue.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`There is no operation ${id}.`);
  return { operation, values, parameters, setting };
}

describe("the forms of a call to copy", () => {
  test.each([
    ["authorize", {}, false],
    ["check-session", {}, false],
    ["user-info", { accessToken: "at-1" }, true],
    ["get-user", { token: "at-1", accessToken: "at-1", userId: "auth0|1" }, true],
  ] as const)("of %s are code, and curl for one request", (id, values, isOneRequest) => {
    const forms = writeForms(copy(id, values));
    expect(forms.code).toContain("TenantAuth");
    expect(forms.isOneRequest).toBe(isOneRequest);
    expect(forms.code).not.toContain("at-1");
  });

  test("have curl only for a request that the library does not offer", () => {
    const values = { clientSecret: "cs-1", audience: "a" };
    expect(writeForms(copy("client-credentials", values))).toEqual({
      code: undefined,
      isOneRequest: true,
    });
  });

  test("are none while the place is not known", () => {
    const forms = writeForms({ ...copy("authorize", {}), setting: undefined });
    expect(forms).toEqual({ code: undefined, isOneRequest: false });
  });

  test("contain the added parameters without their secrets, and no invalid lines", () => {
    const code = (parameters: string) => writeForms(copy("authorize", {}, parameters)).code;
    expect(code("resource=urn:a\nid_token_hint=e30")).toMatch(
      /resource: "urn:a",\s+id_token_hint: "<id_token_hint>"/,
    );
    expect(code("no equals sign")).toBe(code(""));
  });
});

test("the request of a call for curl has placeholders instead of secrets", async () => {
  const curl = await writeCurlOf(copy("user-info", { accessToken: "at-1" }), crypto);
  expect(curl).toContain("/userinfo");
  expect(curl).toContain("Bearer <accessToken>");
  await expect(
    writeCurlOf({ ...copy("user-info", {}), setting: undefined }, crypto),
  ).resolves.toBeUndefined();
});
