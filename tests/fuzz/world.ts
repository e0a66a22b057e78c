import { SignJWT } from "jose";
import * as z from "zod/mini";
import { createTenant, type Tenant } from "../../tenant/app.ts";
import { createTenantKeyPair, type TenantKeyPair } from "../../tenant/core/keys.ts";
import { createSeededFill } from "../../tenant/core/random.ts";
import { currentUserScopes, managementScopes } from "../../tenant/directory/scopes.ts";
import type { Choices } from "./choices.ts";

export const origin = "http://localhost:4400";
export const demoOrigin = "http://localhost:4401";
const issuer = `${origin}/`;
const startTime = Date.parse("2026-03-01T12:00:00Z");

export const ada = "auth0|65f1c0ada000000000000001";
export const grace = "auth0|65f1c0face00000000000002";

/** The credential of a request. */
export type TokenKind =
  | "good"
  | "own"
  | "scopeless"
  | "foreign-client"
  | "expired"
  | "forged"
  | "garbage"
  | "no-jwt"
  | "none";

/** A tenant under test, with the data that requests can refer to. */
export interface World {
  tenant: Tenant;
  clock: { time: number };
  choices: Choices;
  /** IDs from responses. */
  exchangeProfiles: string[];
  connectionProfiles: string[];
  users: string[];
  /** ID tokens of users, for linking accounts. */
  idTokens: [string, ...string[]];
  /** Linked accounts with their primary users; IDs as in a path. */
  linked: { owner: string; id: string }[];
  /** Cursors from responses. */
  pageCursors: string[];
  eventCursors: string[];
  getToken(kind: TokenKind, owner?: string): string;
  /** Sends a request that prepares another one and is not counted. */
  send(method: string, path: string, body?: unknown, token?: TokenKind): Promise<unknown>;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Sets limits, or plants a fault, until `restore`. */
  squeeze(limits: Record<string, number>): Promise<void>;
  plant(fault: string): Promise<void>;
  restore(): Promise<void>;
  /**
   * Resets to the seed data with events and three token exchange profiles, so that it is never full
   * or empty.
   */
  startAfresh(): Promise<void>;
}

/** Keys and tokens that worlds share: creating them is slow. */
export interface Credentials {
  keys: TenantKeyPair;
  tokens: Record<Exclude<TokenKind, "none" | "own" | "garbage" | "no-jwt">, string>;
  own: ReadonlyMap<string, string>;
  idTokens: [string, ...string[]];
}

export async function createCredentials(): Promise<Credentials> {
  const keys = await createTenantKeyPair();
  const stray = await createTenantKeyPair();

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
  return {
    keys,
    own,
    tokens: {
      good: await sign({}),
      scopeless: await sign({ scope: "read:nothing" }),
      "foreign-client": await sign({ azp: "demo-service", sub: "demo-service@clients" }),
      expired: await sign({ exp: startTime / 1000 - 1 }),
      forged: await sign({}, stray.privateKey),
    },
    idTokens: [
      "not-a-token",
      await sign({ aud: "demo-spa", sub: grace }),
      await sign({ aud: "demo-spa", sub: ada }),
    ],
  };
}

const idSchema = z.object({ id: z.string() });

/** Opens a tenant whose responses depend only on the choices. */
export function openWorld(choices: Choices, credentials: Credentials): World {
  const clock = { time: startTime };
  const tenant = createTenant({
    origin,
    demoOrigins: [demoOrigin],
    now: () => clock.time,
    keys: Promise.resolve(credentials.keys),
    fillRandom: createSeededFill("fuzz"),
    limits: { tokenExchangeProfiles: 30, connectionProfiles: 30, retainedEvents: 15 },
  });
  let undo: (() => Promise<unknown>)[] = [];

  async function send(
    method: string,
    path: string,
    body?: unknown,
    token: TokenKind = "none",
  ): Promise<unknown> {
    const response = await tenant.fetch(
      new Request(`${origin}${path}`, {
        method,
        headers: {
          "content-type": "application/json",
          origin: path.startsWith("/_control") ? origin : demoOrigin,
          ...(token !== "none" && { authorization: `Bearer ${world.getToken(token)}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    const answer: unknown = isJson ? JSON.parse(text) : text;
    return answer;
  }

  const world: World = {
    tenant,
    clock,
    choices,
    exchangeProfiles: [],
    connectionProfiles: [],
    users: [],
    idTokens: credentials.idTokens,
    linked: [],
    pageCursors: [],
    eventCursors: [],
    getToken(kind, owner = ada) {
      if (kind === "none") return "";
      if (kind === "own") return credentials.own.get(owner) ?? credentials.own.get(ada) ?? "";
      if (kind === "no-jwt") return "abc";
      if (kind === "garbage") return choices.pick(["a.b.c", "abc", "..", "é.é.é"]);
      return credentials.tokens[kind];
    },
    send,
    control: async (method, path, body) => await send(method, `/_control/${path}`, body),
    async squeeze(limits) {
      const before = Object.fromEntries(
        Object.entries(tenant.save().limits).filter(([name]) => name in limits),
      );
      await world.control("PATCH", "limits", limits);
      undo.push(async () => await world.control("PATCH", "limits", before));
    },
    async plant(fault) {
      await world.control("PUT", "faults", { [fault]: true });
      undo.push(async () => await world.control("PUT", "faults", { [fault]: false }));
    },
    async restore() {
      for (const each of undo.toReversed()) await each();
      undo = [];
    },
    async startAfresh() {
      await world.control("POST", "reset");
      await world.control("POST", "events", { count: 20 });
      world.exchangeProfiles = [];
      world.connectionProfiles = ["cop_8vQ2mWkT5nRdXb7LcYpHsJ"];
      world.linked = [];
      world.users = [ada, grace];
      for (let count = 0; count < 3; count += 1) {
        const profile = await createExchangeProfile(world, `urn:acme:${count}`);
        world.exchangeProfiles.push(profile);
      }
      const frames = tenant.save().events.events.slice(0, 20);
      world.eventCursors = frames.map(({ frame }) => /^id: (\S+)$/m.exec(frame)?.[1] ?? "");
    },
  };
  return world;
}

/** Creates a token exchange profile for the seeded action and returns its ID. */
export async function createExchangeProfile(world: World, type: string): Promise<string> {
  const profile = {
    name: "Legacy tokens",
    subject_token_type: type,
    action_id: "act_demo_legacy",
    type: "custom_authentication",
  };
  const answer = await world.send("POST", "/api/v2/token-exchange-profiles", profile, "good");
  return idSchema.parse(answer).id;
}
