import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { catalogue } from "../../../../../lib/runs/catalogue/index.ts";
import {
  isCall,
  type Field,
  type Operation,
  type Values,
} from "../../../../../lib/runs/operation.ts";
import { writePublic } from "../../../../../lib/runs/public-values.ts";
import { writeCode } from "../../../../../lib/runs/write-code.ts";
import { writeCurl } from "../../../../../lib/runs/write-curl.ts";
import { findOperation } from "../../../../run-stage/prepare.ts";
import { inExtension, inPage } from "../../../../run-stage/run-stage.ts";

const secret = "s3cr3t-marker";

/** Fills in a field: secrets with the marker, and other fields with a value of their own. */
function fillIn({ name, kind, initial, choices }: Field): string {
  if (kind === "secret" || kind === "token") return secret;
  if (kind === "json") return '{"theme": "it\'s dark", "list": [1, {"a-b": null}]}';
  if (kind === "flag") return "true";
  if (name === "timeout" || name === "leeway" || name === "maxAge") return "300";
  return initial ?? choices?.[0]?.value ?? (name === "phoneNumber" ? "" : `a-${name}`);
}

function fillForm({ fields }: Operation): Values {
  return Object.fromEntries(fields.map((field) => [field.name, fillIn(field)]));
}

const rows = catalogue.map((operation) => ({ id: operation.id, operation }));

describe("the code of each operation", () => {
  test.each(rows)("$id makes the same call as the run, without secrets", async ({ operation }) => {
    const values = fillForm(operation);
    const code = writeCode(operation, values, inPage);
    const planned = operation.call(writePublic(operation.fields, values), inPage);
    expect(code ?? "").not.toContain(secret);
    const calls: unknown[] = [];
    const record = (object: string, options: unknown, path: string): unknown =>
      new Proxy(() => undefined, {
        get: (_target, name) =>
          record(object, options, [path, String(name)].join(".").slice(path === "" ? 1 : 0)),
        apply: (_target, _this, args: unknown[]) =>
          void calls.push({ object, options, method: path, args }),
      });
    const library = (object: string) =>
      function construct(options: unknown) {
        return record(object, options, "");
      };
    const TenantAuth = { WebAuth: library("WebAuth"), Management: library("Management") };
    // The part below the comment runs in another page.
    const [here = ""] = (code ?? "").split("// In the page");
    await runInNewContext(`(async () => { ${here} })()`, { TenantAuth });
    expect(JSON.parse(JSON.stringify(calls))).toEqual(
      isCall(planned) ? [JSON.parse(JSON.stringify(planned))] : [],
    );
    expect(code === undefined).toBe(!isCall(planned));
  });

  test.each([
    ["authorize", "const result = await webAuth.parseHash();"],
    ["login", "const result = await webAuth.parseHash();"],
    ["popup-authorize", "webAuth.popup.callback();"],
  ])("%s ends with the call of the page at the callback URL", (id, line) => {
    const code = writeCode(findOperation(id), {}, inPage) ?? "";
    expect(code.split("\n").slice(-2)).toEqual(["// In the page at the callback URL:", line]);
  });

  test("has no other page for the operations that stay or return without a response", () => {
    for (const id of ["check-session", "logout", "user-info", "build-authorize-url"]) {
      expect(writeCode(findOperation(id), {}, inPage)).not.toContain("// In the page");
    }
  });
});

describe("the curl command of each operation", () => {
  const requests: Readonly<Record<string, string>> = {
    "passwordless-start": "-X POST 'http://localhost:4400/passwordless/start'",
    signup: "-X POST 'http://localhost:4400/dbconnections/signup'",
    "change-password": "-X POST 'http://localhost:4400/dbconnections/change_password'",
    "exchange-code": "-X POST 'http://localhost:4400/oauth/token'",
    refresh: "-X POST 'http://localhost:4400/oauth/token'",
    "client-credentials": "-X POST 'http://localhost:4400/oauth/token'",
    "exchange-token": "-X POST 'http://localhost:4400/oauth/token'",
    "user-info": "'http://localhost:4400/userinfo'",
    "get-user": "'http://localhost:4400/api/v2/users/<userId>'",
    "patch-user-metadata": "-X PATCH 'http://localhost:4400/api/v2/users/<userId>'",
    "link-user": "-X POST 'http://localhost:4400/api/v2/users/<userId>/identities'",
  };

  test.each(rows)(
    "$id is one request without secrets, or has no command",
    async ({ operation }) => {
      const command = await writeCurl(operation, fillForm(operation), inExtension, crypto);
      const request = requests[operation.id];
      const first = command?.split(" \\\n")[0];
      expect(first).toBe(request === undefined ? undefined : `curl ${request}`);
      expect(command ?? "").not.toContain(secret);
    },
  );

  test("names the secret that the user puts in", async () => {
    const values = fillForm(findOperation("get-user"));
    expect(await writeCurl(findOperation("get-user"), values, inExtension, crypto)).toContain(
      "-H 'Authorization: Bearer <accessToken>'",
    );
  });
});
