import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

import {
  writeLoginApplication,
  writeManagementApplication,
} from "../../../../../lib/models/tenants/set-up-commands.ts";

/** Returns the arguments of a command as a shell passes them on. */
function readArguments(command: string): string[] {
  const printing = command.replace(/^auth0 /, "printf '%s\\n' ");
  return execFileSync("sh", ["-c", printing], { encoding: "utf8" }).trimEnd().split("\n");
}

test("the application for login runs allows the callback URL and the origin of this extension", () => {
  const command = writeLoginApplication({
    redirectUrl: "https://abc.chromiumapp.org/",
    origin: "chrome-extension://abc",
  });
  expect(readArguments(command)).toEqual([
    "apps",
    "create",
    "--name",
    "Tenant Inspector runs",
    "--type",
    "spa",
    "--callbacks",
    "https://abc.chromiumapp.org/",
    "--origins",
    "chrome-extension://abc",
    "--web-origins",
    "chrome-extension://abc",
    "--grants",
    "code,refresh-token",
  ]);
});

test("the application for profiles and events gets exactly the given scopes of the tenant's own API", () => {
  const [create = "", grant = ""] = writeManagementApplication("https://it's.example", [
    "read:events",
    "update:connection_profiles",
  ]).split("\n");
  expect(readArguments(create)).toContain("m2m");
  const given = readArguments(grant);
  expect(given.slice(0, 4)).toEqual(["api", "post", "client-grants", "--data"]);
  expect(JSON.parse(given[4] ?? "")).toEqual({
    client_id: "CLIENT_ID",
    audience: "https://it's.example/api/v2/",
    scope: ["read:events", "update:connection_profiles"],
  });
});
