import { SignJWT } from "jose";
import { createTenant, type Tenant } from "../../tenant/app.ts";
import { createTenantKeys, type TenantKeys } from "../../tenant/keys.ts";
import { createSeededFill } from "../../tenant/random.ts";
import { currentUserScopes, managementScopes } from "../../tenant/scopes.ts";
import type { Choices } from "./choices.ts";

export const origin = "http://localhost:4400";
export const demoOrigin = "http://localhost:4401";
const issuer = `${origin}/`;
const startTime = Date.parse("2026-03-01T12:00:00Z");

export const ada = "auth0|65f1c0ada000000000000001";
export const grace = "auth0|65f1c0face00000000000002";

/** Which credential a request carries. */
export type TokenKind =
  | "good"
  | "own"
  | "scopeless"
  | "foreign-client"
  | "expired"
  | "forged"
  | "garbage"
  | "none";

/** A tenant to be tried, with what a request can refer to. */
export interface World {
  tenant: Tenant;
  clock: { time: number };
  choices: Choices;
  /** Ids that answers have shown. */
  exchangeProfiles: string[];
  connectionProfiles: string[];
  users: string[];
  /** ID tokens of users, for linking. */
  idTokens: [string, ...string[]];
  /** Accounts that were linked, and to whom; ids as they stand in a path. */
  linked: { owner: string; id: string }[];
  /** Cursors that answers have shown. */
  pageCursors: string[];
  eventCursors: string[];
  getToken(kind: TokenKind, owner?: string): string;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
}

/** Opens a tenant whose every answer follows from the choices; `keys` may be shared to save time. */
export async function openWorld(choices: Choices, keys: TenantKeys): Promise<World> {
  const clock = { time: startTime };
  const tenant = createTenant({
    origin,
    demoOrigins: [demoOrigin],
    now: () => clock.time,
    keys: Promise.resolve(keys),
    fillRandom: createSeededFill("fuzz"),
    limits: { tokenExchangeProfiles: 30, connectionProfiles: 30, retainedEvents: 50 },
  });
  const stray = await createTenantKeys();

  async function sign(claims: Record<string, unknown>, key = keys.privateKey): Promise<string> {
    return await new SignJWT({
      iss: issuer,
      aud: `${issuer}api/v2/`,
      sub: "demo-management@clients",
      azp: "demo-management",
      scope: managementScopes.join(" "),
      exp: startTime / 1000 + 365 * 86_400,
      ...claims,
    })
      .setProtectedHeader({ alg: "RS256", kid: keys.kid })
      .sign(key);
  }

  const scope = `openid ${currentUserScopes.join(" ")}`;
  const aud = [`${issuer}api/v2/`, `${issuer}userinfo`];
  const own = new Map<string, string>();
  for (const user of [ada, grace]) {
    own.set(user, await sign({ sub: user, azp: "demo-spa", aud, scope }));
  }
  const tokens = {
    good: await sign({}),
    scopeless: await sign({ scope: "read:nothing" }),
    "foreign-client": await sign({ azp: "demo-service", sub: "demo-service@clients" }),
    expired: await sign({ exp: startTime / 1000 - 1 }),
    forged: await sign({}, stray.privateKey),
  };

  return {
    tenant,
    clock,
    choices,
    exchangeProfiles: [],
    connectionProfiles: ["cop_8vQ2mWkT5nRdXb7LcYpHsJ"],
    users: [ada, grace],
    idTokens: ["not-a-token"],
    linked: [],
    pageCursors: [],
    eventCursors: [],
    getToken(kind, owner = ada) {
      if (kind === "none") return "";
      if (kind === "own") return own.get(owner) ?? own.get(ada) ?? "";
      return kind === "garbage" ? choices.pick(["a.b.c", "abc", "..", "é.é.é"]) : tokens[kind];
    },
    async control(method, path, body) {
      const response = await tenant.fetch(
        new Request(`${origin}/_control/${path}`, {
          method,
          headers: { "content-type": "application/json" },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      );
      const answer: unknown = await response.json();
      return answer;
    },
  };
}

/** An ID token of a user for the demo app, as linking takes it. */
export async function signIdToken(keys: TenantKeys, user: string): Promise<string> {
  return await new SignJWT({
    iss: issuer,
    aud: "demo-spa",
    sub: user,
    exp: startTime / 1000 + 365 * 86_400,
  })
    .setProtectedHeader({ alg: "RS256", kid: keys.kid })
    .sign(keys.privateKey);
}
