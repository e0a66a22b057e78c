import { eventTypes } from "../../tenant/events/event-types.ts";
import { spoilSome, type FuzzRequest, type FuzzRoute, type RequestBuilder } from "./fuzz-route.ts";
import type { World } from "./world.ts";

const exchangePath = "/api/v2/token-exchange-profiles";
const connectionPath = "/api/v2/connection-profiles";

const strategies = ["pingfederate", "ad", "adfs", "waad", "google-apps", "okta", "oidc", "samlp"];

/** Returns an ID that exists, was deleted, never existed, or is malformed. */
function pickId(world: World, known: readonly string[], absent: string): string {
  const { choices } = world;
  if (choices.isPercent(8)) return `x${encodeURIComponent(choices.text(choices.below(30)))}`;
  const [first, ...rest] = known;
  return first === undefined || choices.isPercent(10)
    ? absent
    : choices.pick([first, ...rest.slice(-6)]);
}

function pickExchangeId(world: World): string {
  return pickId(world, world.exchangeProfiles, "tep_0000000000000000");
}

function pickConnectionId(world: World): string {
  return pickId(world, world.connectionProfiles, "cop_0000000000000000000000");
}

function pickUserId(world: World): string {
  return pickId(world, world.users.map(encodeURIComponent), "auth0%7Cnobody");
}

function createExchangeProfile({ choices }: World): Record<string, unknown> {
  return {
    name: choices.pick(["Legacy tokens", "abc", "n".repeat(50), "日本語の名前"]),
    subject_token_type: `urn:acme:${choices.below(8)}`,
    action_id: choices.isPercent(85)
      ? "act_demo_legacy"
      : choices.pick(["act_demo_draft", "act_demo_post_login", "act_none"]),
    type: choices.isPercent(95) ? "custom_authentication" : "other",
  };
}

function createConnectionProfile({ choices }: World): Record<string, unknown> {
  const features = choices.pick([[], ["scim"], ["scim", "universal_logout"]]);
  const strategy = strategies[choices.below(strategies.length)] ?? "okta";
  return {
    name: `profile-${choices.below(20)}`,
    organization: { show_as_button: choices.pick(["none", "optional", "required"]) },
    connection_name_prefix_template: choices.pick(["", "a-{org_id}", "{org_name}x", "abc-def"]),
    enabled_features: features,
    connection_config: {},
    strategy_overrides: { [strategy]: { enabled_features: features } },
  };
}

function createUserChange({ choices }: World): Record<string, unknown> {
  return choices.pick<Record<string, unknown>>([
    { user_metadata: { theme: choices.text(5), [choices.text(3)]: choices.below(9) } },
    { nickname: choices.text(4) || "nick", blocked: choices.isPercent(50) },
    { app_metadata: { plan: "pro" } },
    { email: choices.pick(["ada@example.com", "grace@example.com", "x@example.com"]) },
  ]);
}

function createPageQuery({ choices, pageCursors }: World): string {
  const query = new URLSearchParams();
  if (choices.isPercent(60))
    query.set("take", choices.pick(["1", "2", "5", "10", "100", "0", "x"]));
  const cursor = pageCursors.at(-1 - choices.below(5));
  if (cursor !== undefined && choices.isPercent(40)) query.set("from", cursor);
  if (choices.isPercent(5)) query.set("from", choices.text(20));
  if (choices.isPercent(3)) query.set("page", "1");
  return query.size === 0 ? "" : `?${query.toString()}`;
}

function createEventQuery({ choices, eventCursors }: World): string {
  const query = new URLSearchParams();
  const cursor = eventCursors[choices.below(Math.max(1, eventCursors.length))];
  if (cursor !== undefined && choices.isPercent(50)) query.set("from", cursor);
  else if (choices.isPercent(20)) query.set("from", choices.text(choices.below(1100)));
  if (choices.isPercent(20)) query.set("from_timestamp", "2026-03-01T12:00:00Z");
  for (let count = choices.below(3); count > 0; count -= 1) {
    query.append("event_type", eventTypes[choices.below(eventTypes.length)] ?? "user.created");
  }
  if (choices.isPercent(5)) query.append("event_type", "user.sang");
  return query.size === 0 ? "" : `?${query.toString()}`;
}

const routes: readonly FuzzRoute[] = [
  {
    route: "GET /api/v2/token-exchange-profiles",
    statuses: [200, 400, 401, 403, 429],
    build: (world) => ({ path: `${exchangePath}${createPageQuery(world)}` }),
  },
  {
    route: "POST /api/v2/token-exchange-profiles",
    statuses: [201, 400, 401, 403, 409, 429],
    build: (world) => ({
      path: exchangePath,
      body: spoilSome(world, createExchangeProfile(world)),
    }),
  },
  {
    route: "GET /api/v2/token-exchange-profiles/:id",
    statuses: [200, 400, 401, 403, 404, 429],
    build: (world) => ({ path: `${exchangePath}/${pickExchangeId(world)}` }),
  },
  {
    route: "PATCH /api/v2/token-exchange-profiles/:id",
    statuses: [200, 400, 401, 403, 404, 409, 429],
    build(world) {
      const { name, subject_token_type: type } = createExchangeProfile(world);
      const body = world.choices.pick<Record<string, unknown>>([
        { name },
        { subject_token_type: `urn:acme:${world.choices.below(4)}` },
        { name, subject_token_type: type },
      ]);
      return { path: `${exchangePath}/${pickExchangeId(world)}`, body: spoilSome(world, body) };
    },
  },
  {
    route: "DELETE /api/v2/token-exchange-profiles/:id",
    statuses: [204, 400, 401, 403, 429],
    build: (world) => ({ path: `${exchangePath}/${pickExchangeId(world)}` }),
  },
  {
    route: "GET /api/v2/connection-profiles",
    statuses: [200, 400, 401, 403, 429],
    build: (world) => ({ path: `${connectionPath}${createPageQuery(world)}` }),
  },
  {
    route: "POST /api/v2/connection-profiles",
    statuses: [201, 400, 401, 403, 409, 429],
    build: (world) => ({
      path: connectionPath,
      body: spoilSome(world, createConnectionProfile(world)),
    }),
  },
  {
    route: "GET /api/v2/connection-profiles/templates",
    statuses: [200, 400, 401, 403, 429],
    build: () => ({ path: `${connectionPath}/templates` }),
  },
  {
    route: "GET /api/v2/connection-profiles/templates/:id",
    statuses: [200, 400, 401, 403, 404, 429],
    build: ({ choices }) => ({
      path: `${connectionPath}/templates/${choices.pick(["basic", "enterprise-sso", "none"])}`,
    }),
  },
  {
    route: "GET /api/v2/connection-profiles/:id",
    statuses: [200, 400, 401, 403, 404, 429],
    build: (world) => ({ path: `${connectionPath}/${pickConnectionId(world)}` }),
  },
  {
    route: "PATCH /api/v2/connection-profiles/:id",
    statuses: [200, 400, 401, 403, 404, 429],
    build: (world) => ({
      path: `${connectionPath}/${pickConnectionId(world)}`,
      body: spoilSome(world, createConnectionProfile(world)),
    }),
  },
  {
    route: "DELETE /api/v2/connection-profiles/:id",
    statuses: [204, 400, 401, 403, 429],
    build: (world) => ({ path: `${connectionPath}/${pickConnectionId(world)}` }),
  },
  {
    route: "GET /api/v2/users/:id",
    statuses: [200, 400, 401, 403, 404, 429],
    bearer: "client-or-user",
    build: (world) => ({ path: `/api/v2/users/${pickUserId(world)}` }),
  },
  {
    route: "PATCH /api/v2/users/:id",
    statuses: [200, 400, 401, 403, 404, 429],
    bearer: "client-or-user",
    build: (world) => ({
      path: `/api/v2/users/${pickUserId(world)}`,
      body: spoilSome(world, createUserChange(world)),
    }),
  },
  {
    route: "DELETE /api/v2/users/:id",
    statuses: [204, 400, 401, 403, 429],
    bearer: "client-or-user",
    build: (world) => ({ path: `/api/v2/users/${pickUserId(world)}` }),
  },
  {
    route: "POST /api/v2/users/:id/identities",
    statuses: [201, 400, 401, 403, 404, 409, 429],
    bearer: "client-or-user",
    build(world) {
      const { choices } = world;
      const linked = choices.isPercent(45) ? world.linked.at(-1) : undefined;
      const owner = linked?.owner ?? pickUserId(world);
      const id = linked?.id ?? pickUserId(world);
      const body =
        linked === undefined && choices.isPercent(30)
          ? { link_with: choices.pick(world.idTokens) }
          : { provider: "auth0", user_id: id.replace(/^auth0%7C/, "") };
      return { path: `/api/v2/users/${owner}/identities`, body: spoilSome(world, body) };
    },
  },
  {
    route: "DELETE /api/v2/users/:id/identities/:provider/:userId",
    statuses: [200, 400, 401, 403, 404, 429],
    bearer: "client-or-user",
    build(world) {
      const linked = world.choices.isPercent(50) ? world.linked.at(-1) : undefined;
      const owner = linked?.owner ?? pickUserId(world);
      const id = linked?.id ?? pickUserId(world);
      const path = `/api/v2/users/${owner}/identities/auth0`;
      return { path: `${path}/${id.replace(/^auth0%7C/, "")}` };
    },
  },
  {
    route: "GET /api/v2/events",
    statuses: [200, 400, 401, 403, 410, 429],
    build: (world) => ({ path: `/api/v2/events${createEventQuery(world)}` }),
  },
];

type Directed = Readonly<Record<number, RequestBuilder>>;

/** Requests that return this status only at the right moment, by route. */
const directed: Record<string, Directed> = {
  "POST /api/v2/token-exchange-profiles": {
    403: async (world) => {
      await world.squeeze({ tokenExchangeProfiles: 0 });
      return { path: exchangePath, body: goodExchangeProfile, token: "good" };
    },
    409: () => ({
      path: exchangePath,
      body: { ...goodExchangeProfile, subject_token_type: "urn:acme:0" },
      token: "good",
    }),
  },
  "PATCH /api/v2/token-exchange-profiles/:id": {
    409: ({ exchangeProfiles }) => ({
      path: `${exchangePath}/${exchangeProfiles[0]}`,
      body: { subject_token_type: "urn:acme:1" },
      token: "good",
    }),
  },
  "POST /api/v2/connection-profiles": {
    403: async (world) => {
      await world.squeeze({ connectionProfiles: 0 });
      return { path: connectionPath, body: { name: "one more" }, token: "good" };
    },
    409: () => ({ path: connectionPath, body: { name: "workforce" }, token: "good" }),
  },
  "POST /api/v2/users/:id/identities": {
    409: async (world) => {
      const [primary, secondary] = world.users.map(encodeURIComponent);
      const body = { provider: "auth0", user_id: secondary?.replace(/^auth0%7C/, "") };
      const path = `/api/v2/users/${primary}/identities`;
      await world.send("POST", path, body, "good");
      return { path, body, token: "good" };
    },
  },
  "DELETE /api/v2/users/:id/identities/:provider/:userId": {
    200: async (world) => {
      const [primary, secondary] = world.users.map(encodeURIComponent);
      const userId = secondary?.replace(/^auth0%7C/, "");
      const path = `/api/v2/users/${primary}/identities`;
      await world.send("POST", path, { provider: "auth0", user_id: userId }, "good");
      return { path: `${path}/auth0/${userId}`, token: "good" };
    },
  },
  "GET /api/v2/events": {
    403: async (world) => {
      await world.squeeze({ eventStreams: 0 });
      return { path: "/api/v2/events", token: "good" };
    },
    410: async (world) => {
      await world.squeeze({ retainedEvents: 1 });
      return { path: `/api/v2/events?from=${world.eventCursors[0]}`, token: "good" };
    },
  },
};

const goodExchangeProfile = {
  name: "Legacy tokens",
  subject_token_type: "urn:acme:new",
  action_id: "act_demo_legacy",
  type: "custom_authentication",
};

/**
 * The errors that all routes share: an invalid or expired token, a token without the scope, a
 * request over the limit.
 */
function refuseAlike(build: RequestBuilder): Directed {
  const withToken =
    (token: FuzzRequest["token"]): RequestBuilder =>
    async (world) => ({ ...(await build(world)), ...(token !== undefined && { token }) });
  return {
    400: withToken("no-jwt"),
    401: withToken("expired"),
    403: withToken("scopeless"),
    429: async (world) => {
      const request = await withToken("good")(world);
      await world.squeeze({ requestsPerWindow: 0 });
      return request;
    },
  };
}

/** The routes of the Management API, with the statuses that the service documents for them. */
export const managementRoutes: readonly FuzzRoute[] = routes.map((route) => ({
  ...route,
  bearer: route.bearer ?? "client",
  directed: { ...refuseAlike(route.build), ...directed[route.route] },
}));
