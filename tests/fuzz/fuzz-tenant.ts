import * as z from "zod/mini";
import { createTenantKeys } from "../../tenant/keys.ts";
import { authenticationRoutes } from "./authentication-routes.ts";
import { createChoices } from "./choices.ts";
import { managementRoutes } from "./management-routes.ts";
import { encodeBody } from "./spoil.ts";
import { ada, grace, openWorld, origin, signIdToken, type TokenKind, type World } from "./world.ts";

/** A route that is tried: how a request for it is made, and what it may and must answer. */
export interface FuzzRoute {
  /** Method and path. */
  name: string;
  /** Each must be seen at least once, and no other. */
  statuses: readonly number[];
  /** Takes no bearer token. */
  isPublic?: boolean;
  /** Takes a user's own token too. */
  allowsOwnToken?: boolean;
  build(world: World): { path: string; body?: unknown; headers?: Record<string, string> };
}

/** What a run has seen. */
export interface FuzzReport {
  requests: number;
  /** Requests with a valid token whose route ran: no refusal for the token, the limit or the path. */
  reached: number;
  /** How often each route gave each status: `"POST /x 201"`. */
  histogram: Record<string, number>;
  /** Answers that no route may give, one sentence each. */
  problems: string[];
  /** Documented statuses that were never given. */
  missing: string[];
}

const routes = [...managementRoutes, ...authenticationRoutes];

const envelopeSchema = z.strictObject({
  statusCode: z.int(),
  error: z.string().check(z.minLength(1)),
  message: z.string().check(z.minLength(1)),
  errorCode: z.optional(z.string()),
  attributes: z.optional(z.strictObject({ error: z.string() })),
});

const idSchema = z.object({ id: z.string() });
const nextSchema = z.object({ next: z.string() });
const identitiesSchema = z.array(z.object({ provider: z.string(), user_id: z.string() }));

/** Tries the tenant until `isOver` says so, given the number of requests; the same seed makes the same run. */
export async function fuzzTenant(
  seed: number,
  isOver: (requests: number) => boolean,
): Promise<FuzzReport> {
  const keys = await createTenantKeys();
  const world = await openWorld(createChoices(seed), keys);
  world.idTokens.push(await signIdToken(keys, grace), await signIdToken(keys, ada));
  const histogram: Record<string, number> = {};
  const problems: string[] = [];
  let requests = 0;
  let reached = 0;

  async function tryOnce(route: FuzzRoute, kind: TokenKind, wanted: BuiltRequest): Promise<void> {
    const response = await world.tenant.fetch(new Request(wanted.url, wanted.init));
    requests += 1;
    const name = `${route.name} ${response.status}`;
    histogram[name] = (histogram[name] ?? 0) + 1;
    if ((kind === "good" || kind === "own") && ![401, 429].includes(response.status)) reached += 1;
    const problem = await judge(world, route, wanted.url, response);
    if (problem !== undefined) {
      problems.push(`${name} ${wanted.url} ${wanted.init.body ?? ""}: ${problem}`.slice(0, 1000));
    }
  }

  for (let round = 0; !isOver(requests); round += 1) {
    if (round % 100 === 0) await startAfresh(world);
    const route = world.choices.pick([routes[0] ?? fail(), ...routes.slice(1)]);
    const kind = pickTokenKind(world, route);
    const restore = await squeezeLimits(world, route);
    const wanted = buildRequest(world, route, kind);
    // Now and then a dozen times the same: what exists already, and what nobody should ask so often.
    const times = world.choices.isPercent(3) ? 12 : 1;
    for (let count = 0; count < times; count += 1) await tryOnce(route, kind, wanted);
    await restore?.();
  }
  const missing = routes.flatMap((route) =>
    route.statuses
      .map((status) => `${route.name} ${status}`)
      .filter((name) => histogram[name] === undefined),
  );
  return { requests, reached, histogram, problems, missing };
}

function fail(): never {
  throw new Error("There is no route to try.");
}

interface BuiltRequest {
  url: string;
  init: { method: string; headers: Headers; body?: string };
}

/** Back to the seed, so that the tenant neither fills up nor runs empty. */
async function startAfresh(world: World): Promise<void> {
  await world.control("POST", "reset");
  await world.control("POST", "events", { count: 60 });
  world.exchangeProfiles.length = 0;
  world.connectionProfiles.length = 1;
  world.linked.length = 0;
  for (let count = 0; count < 3; count += 1) {
    const profile = {
      name: "Legacy tokens",
      subject_token_type: `urn:acme:${count}`,
      action_id: "act_demo_legacy",
      type: "custom_authentication",
    };
    const response = await world.tenant.fetch(
      new Request(`${origin}/api/v2/token-exchange-profiles`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${world.getToken("good")}`,
          "content-type": "application/json",
        },
        body: JSON.stringify(profile),
      }),
    );
    remember(world, "", await response.json());
  }
  world.users.length = 2;
  world.eventCursors.length = 0;
  const { events } = world.tenant.save().events;
  for (const { frame } of events.slice(0, 20)) {
    world.eventCursors.push(/^id: (\S+)$/m.exec(frame)?.[1] ?? "");
  }
}

function pickTokenKind({ choices }: World, route: FuzzRoute): TokenKind {
  if (route.isPublic === true) return "none";
  if (route.allowsOwnToken === true && choices.isPercent(25)) return "own";
  if (choices.isPercent(80)) return "good";
  return choices.pick(["scopeless", "foreign-client", "expired", "forged", "garbage", "none"]);
}

/** Now and then a limit is reached; gives what lifts it again. */
async function squeezeLimits(
  world: World,
  route: FuzzRoute,
): Promise<(() => Promise<void>) | undefined> {
  const { choices, tenant } = world;
  const isLogin = route.name === "POST /co/authenticate";
  if ((route.isPublic === true && !isLogin) || !choices.isPercent(isLogin ? 20 : 6))
    return undefined;
  const change: Record<string, number> = isLogin
    ? { failedLoginsPerAccount: 1, failedLoginsPerAddress: 1 }
    : choices.pick<Record<string, number>>([
        { requestsPerWindow: 0 },
        { tokenExchangeProfiles: 0, connectionProfiles: 0, eventStreams: 0 },
        { retainedEvents: 1 },
      ]);
  const before = Object.fromEntries(
    Object.entries(tenant.save().limits).filter(([name]) => name in change),
  );
  await world.control("PATCH", "limits", change);
  return async () => void (await world.control("PATCH", "limits", before));
}

function buildRequest(world: World, route: FuzzRoute, kind: TokenKind): BuiltRequest {
  const { path, body, headers: given } = route.build(world);
  const { href: url } = new URL(path, origin);
  const headers = new Headers(given);
  const method = route.name.slice(0, route.name.indexOf(" "));
  const token = world.getToken(kind, path.includes(encodeURIComponent(grace)) ? grace : ada);
  if (/^[\x21-\x7e]+$/.test(token)) headers.set("authorization", `Bearer ${token}`);
  if (body === undefined) return { url, init: { method, headers } };
  const { contentType, text } = encodeBody(world.choices, body);
  headers.set("content-type", contentType);
  return { url, init: { method, headers, body: text } };
}

/** What is wrong with an answer, if anything; what it shows is noted for later requests. */
async function judge(
  world: World,
  route: FuzzRoute,
  url: string,
  response: Response,
): Promise<string | undefined> {
  if (response.status >= 500) return `answered ${response.status}`;
  if (!route.statuses.includes(response.status)) return `${response.status} is not documented`;
  if (response.headers.get("content-type")?.startsWith("text/event-stream") === true) {
    await response.body?.cancel();
    return undefined;
  }
  const text = await response.text();
  if (!managementRoutes.includes(route)) return undefined;
  if (response.headers.get("x-ratelimit-reset") === null) return "tells no rate limit";
  if (response.status === 204) return text === "" ? undefined : "has a body";
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return "is not JSON";
  }
  if (response.status >= 400) {
    const envelope = envelopeSchema.safeParse(answer);
    if (!envelope.success) return `has another error envelope: ${text.slice(0, 200)}`;
    return envelope.data.statusCode === response.status ? undefined : "names another status";
  }
  remember(world, url, answer);
  return undefined;
}

function remember(world: World, url: string, answer: unknown): void {
  const id = idSchema.safeParse(answer).data?.id;
  if (id?.startsWith("tep_") === true) world.exchangeProfiles.push(id);
  if (id?.startsWith("cop_") === true) world.connectionProfiles.push(id);
  const next = nextSchema.safeParse(answer).data?.next;
  if (next !== undefined) world.pageCursors.push(next);
  const identities = identitiesSchema.safeParse(answer).data ?? [];
  const owner = /\/users\/([^/]+)\//.exec(url)?.[1] ?? "";
  for (const identity of identities.slice(1)) {
    world.linked.push({ owner, id: `auth0%7C${identity.user_id}` });
  }
}
