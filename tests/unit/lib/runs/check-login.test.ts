import { describe, expect, test } from "vitest";

import { applyVerdict } from "../../../../lib/runs/apply-verdict.ts";
import { checkLogin } from "../../../../lib/runs/check-login.ts";
import type { Values } from "../../../../lib/runs/operation.ts";
import { listLoginChecks } from "../../../../lib/tokens/checks/list-login-checks.ts";
import { createKeySets } from "../../../../lib/tokens/key-set.ts";
import { origin } from "../../tenant/open-tenant.ts";
import { createSigner } from "../tokens/sign-token.ts";
import { logInAt, openLogin, redirectUrl } from "./login-harness.ts";

/** Runs a login at the local tenant and checks its response, which a test may change. */
async function runAndCheck(
  given: {
    run?: Values;
    skew?: number;
    change?: (answer: URLSearchParams) => unknown;
  } = {},
) {
  const { tenant, ports, run } = openLogin({
    leave: async (url) => {
      const returned = new URL(await logInAt(tenant, url));
      const answer = new URLSearchParams(returned.hash.slice(1));
      await given.change?.(answer);
      return { url: `${redirectUrl}#${answer}` };
    },
  });
  if (given.skew !== undefined) await tenant.control("PUT", "clock", { skew: given.skew });
  const outcome = await run(given.run);
  const login = "login" in outcome ? outcome.login : undefined;
  if (login === undefined) throw new Error("The run had no response.");
  const keySets = createKeySets({ fetch: ports.fetch, now: () => ports.clock.now() });
  const checks = await checkLogin(login, keySets);
  return { outcome, login, checks, failed: listFailed(checks) };
}

const listFailed = (checks: Awaited<ReturnType<typeof checkLogin>>) =>
  checks.filter(({ outcome }) => outcome === "failed").map(({ id }) => id);

/** Signs the claims of the tenant's ID token with another key. */
async function signAgain(answer: URLSearchParams): Promise<void> {
  const signer = await createSigner();
  const [, payload = ""] = (answer.get("id_token") ?? "").split(".");
  const claims: object = JSON.parse(Buffer.from(payload, "base64url").toString());
  answer.set("id_token", await signer.sign(claims));
}

describe("checkLogin", () => {
  test("passes all checks of a login that the library accepts", async () => {
    const { outcome, checks, failed } = await runAndCheck();
    expect(outcome.kind).toBe("succeeded");
    expect(failed).toEqual([]);
    expect(checks.filter((check) => check.outcome === "passed")).toHaveLength(13);
  });

  test("lists no checks of a missing ID token", async () => {
    const { outcome, checks } = await runAndCheck({ run: { responseType: "token" } });
    expect(outcome.kind).toBe("succeeded");
    expect(checks.map(({ id }) => id)).toEqual(["response", "state", "scopes"]);
  });

  test("names a scope that was not granted, although the library accepts the login", async () => {
    const { outcome, checks, failed } = await runAndCheck({
      run: { scope: "openid email read:nonsense" },
    });
    expect(outcome.kind).toBe("succeeded");
    expect(failed).toEqual(["scopes"]);
    expect(checks.at(-1)?.message).toBe("Not granted: read:nonsense.");
  });

  test("shows both clocks if the tenant's clock is ahead", async () => {
    const { outcome, checks, failed } = await runAndCheck({ skew: 600 });
    expect(outcome).toMatchObject({ kind: "refused", error: { error: "invalid_token" } });
    expect(failed).toEqual(["times"]);
    expect(checks.find(({ id }) => id === "times")?.message).toContain(
      "The tenant's clock is 10 minutes ahead of this device's.",
    );
  });
});

describe("the checks and the library", () => {
  test.each<[string, string[], Parameters<typeof runAndCheck>[0]]>([
    ["an untouched response", [], {}],
    ["another state", ["state"], { change: (answer) => answer.set("state", "other") }],
    ["no state", ["state"], { change: (answer) => answer.delete("state") }],
    ["no access token", ["response"], { change: (answer) => answer.delete("access_token") }],
    ["no ID token", ["response"], { change: (answer) => answer.delete("id_token") }],
    [
      "another access token",
      ["at_hash"],
      { change: (answer) => answer.set("access_token", "exchanged") },
    ],
    ["an HS256 ID token", ["algorithm"], { run: { clientID: "demo-hs256" } }],
    ["a malformed ID token", ["form"], { change: (answer) => answer.set("id_token", "a.b") }],
    ["a clock that is ahead", ["times"], { skew: 61 }],
    ["a clock that is a little ahead", [], { skew: 60 }],
    ["a clock that is far behind", ["times"], { skew: -36_061 }],
    ["a clock that is not quite so far behind", [], { skew: -36_060 }],
    ["a key of a stranger", ["signature"], { change: signAgain }],
  ])("agree about %s", async (_, expected, given) => {
    const { outcome, failed } = await runAndCheck(given);
    expect(failed).toEqual(expected);
    expect(outcome.kind).toBe(expected.length === 0 ? "succeeded" : "refused");
  });
});

describe("the library's verdict", () => {
  const exchange = {
    request: { response_type: "token", scope: "openid", state: "s" },
    response: { access_token: "a", state: "s" },
    issuer: `${origin}/`,
    receivedAt: 0,
  };
  const checks = listLoginChecks(exchange);

  test.each([
    ["state_expired", "state"],
    ["at_hash", "at_hash"],
    ["kid", "signature"],
    ["iss", "issuer"],
    ["issuer_different", "response_issuer"],
    ["token_malformed", "form"],
    ["hash_malformed", "response"],
    [undefined, "response"],
  ] as const)("with the reason %s fails the check %s, with the library's message", (reason, id) => {
    const verdict = {
      isAccepted: false,
      description: "In its own words.",
      ...(reason === undefined ? {} : { reason }),
    } as const;
    const changed = applyVerdict(checks, verdict).filter(({ outcome }) => outcome === "failed");
    expect(changed).toMatchObject([{ id, message: "In its own words." }]);
  });

  test("passes the signature check if the keys cannot be loaded a second time", async () => {
    const { login } = await runAndCheck();
    const away = {
      read: () => Promise.resolve({ ok: false as const, why: "The tenant is away." }),
    };
    const signature = (await checkLogin(login, away)).find(({ id }) => id === "signature");
    expect(signature).toMatchObject({ outcome: "passed" });
    const refused = { isAccepted: false, description: "No keys.", reason: "keys_missing" } as const;
    const unproved = await checkLogin({ ...login, verdict: refused }, away);
    expect(listFailed(unproved)).toEqual(["signature"]);
  });
});
