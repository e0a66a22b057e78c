import { eventTypes } from "../../tenant/events/event-types.ts";
import { streamErrorCodes } from "../../tenant/events/stream-error.ts";
import { defaultLimits } from "../../tenant/core/limits.ts";
import { spoilSome, type FuzzRoute, type RequestBuilder } from "./fuzz-route.ts";
import { ada, demoOrigin, origin, type World } from "./world.ts";

type Body = Record<string, unknown>;

const own = { origin };
const foreign = { origin: "https://elsewhere.example" };

/** A control without a body; it rejects pages of another origin. */
function tryPlain(route: string, success = 200, path = route.replace(/^\w+ /, "")): FuzzRoute {
  return {
    route,
    isControl: true,
    statuses: [success, 403],
    build: ({ choices }) => ({ path, headers: choices.isPercent(90) ? own : foreign }),
    directed: {
      [success]: () => ({ path, headers: own }),
      403: () => ({ path, headers: foreign }),
    },
  };
}

/** A control with a body. */
function tryBody(
  route: string,
  success: number,
  getBody: (world: World) => Body,
  {
    path = route.replace(/^\w+ /, ""),
    ...others
  }: { path?: string; 404?: string; 409?: Body } = {},
): FuzzRoute {
  const { 404: absent, 409: conflicting } = others;
  const good: RequestBuilder = (world) => ({ path, body: getBody(world), headers: own });
  return {
    route,
    isControl: true,
    statuses: [
      success,
      400,
      403,
      ...(absent === undefined ? [] : [404]),
      ...(conflicting === undefined ? [] : [409]),
    ],
    build: (world) => ({ path, body: spoilSome(world, getBody(world)), headers: own }),
    directed: {
      [success]: good,
      400: () => ({ path, body: { x: 1 }, headers: own }),
      403: (world) => ({ path, body: getBody(world), headers: { origin: demoOrigin } }),
      ...(absent !== undefined && {
        404: (world: World) => ({ path: absent, body: getBody(world), headers: own }),
      }),
      ...(conflicting !== undefined && {
        409: async (world: World) => {
          await world.send("POST", path, conflicting);
          return { path, body: conflicting, headers: own };
        },
      }),
    },
  };
}

const adaPath = `/_control/users/${encodeURIComponent(ada)}`;

const buttons: readonly [Body, ...Body[]] = [
  { do: "drop" },
  { do: "freeze" },
  { do: "fail", code: "timeout" },
  { do: "interrupt", at: "field", ending: "close" },
  { do: "emit", type: "all", count: "3" },
  { do: "faults", fault: "wrong-key" },
  { do: "block", user: ada },
  { do: "clock", skew: "3" },
  { do: "respond", path: "/userinfo", status: "500", delay: "", cut: "" },
  { do: "empty" },
  { do: "reset" },
];

/** The controls. They run at a tenant of their own. */
export const controlRoutes: readonly FuzzRoute[] = [
  tryPlain("GET /_control"),
  tryPlain("GET /_control/page.css"),
  {
    ...tryBody("POST /_control", 303, ({ choices }) => choices.pick(buttons)),
    statuses: [303, 403],
    directed: {
      303: () => ({ path: "/_control", body: { do: "drop" }, headers: own }),
      403: () => ({ path: "/_control", body: { do: "drop" }, headers: foreign }),
    },
  },
  {
    ...tryPlain("GET /_control/log"),
    statuses: [200, 400, 403],
    directed: {
      200: () => ({ path: "/_control/log?after=3", headers: own }),
      400: () => ({ path: "/_control/log?after=x", headers: own }),
      403: () => ({ path: "/_control/log", headers: foreign }),
    },
  },
  tryPlain("GET /_control/description"),
  tryPlain("GET /_control/streams"),
  tryPlain("POST /_control/streams/drop"),
  tryPlain("POST /_control/streams/freeze"),
  tryPlain("DELETE /_control/streams/interrupt"),
  tryPlain("GET /_control/faults"),
  tryPlain("GET /_control/limits"),
  tryPlain("GET /_control/clock"),
  tryPlain("GET /_control/rules"),
  tryPlain("POST /_control/reset"),
  tryPlain("GET /_control/mailbox"),
  tryPlain("DELETE /_control/mailbox"),
  tryPlain("GET /_control/responses"),
  tryPlain("DELETE /_control/responses"),
  { ...tryPlain("POST /_control/keys/rotate"), isSlow: true },
  {
    ...tryPlain("GET /_control/events"),
    statuses: [200, 400, 403],
    build: ({ choices }) => ({
      path: `/_control/events?after=${choices.below(50)}&count=${choices.below(20)}`,
      headers: own,
    }),
    directed: {
      200: () => ({ path: "/_control/events", headers: own }),
      400: () => ({ path: "/_control/events?count=0", headers: own }),
      403: () => ({ path: "/_control/events", headers: foreign }),
    },
  },
  tryBody(
    "POST /_control/users",
    201,
    ({ choices }) => ({
      email: `made-${choices.below(1e9)}@example.com`,
      password: choices.text(12),
      name: "Made",
    }),
    { 409: { email: "ada@example.com", password: "x" } },
  ),
  tryBody("PATCH /_control/users/:id", 200, ({ choices }) => ({ blocked: choices.isPercent(50) }), {
    path: adaPath,
    404: "/_control/users/nobody",
  }),
  tryBody("POST /_control/events", 201, ({ choices }) => ({
    type: choices.isPercent(20) ? "all" : eventTypes[choices.below(eventTypes.length)],
    count: choices.below(5) + 1,
    object: { name: choices.text(6) },
    order: choices.pick(["time", "reversed"]),
  })),
  tryBody("POST /_control/streams/error", 200, ({ choices }) => ({
    code: streamErrorCodes[choices.below(streamErrorCodes.length)],
  })),
  tryBody("POST /_control/streams/send", 200, ({ choices }) =>
    choices.pick<Body>([{ text: `x${choices.text(9)}` }, { base64: "/w==" }]),
  ),
  tryBody("PATCH /_control/streams/delivery", 200, ({ choices }) => ({
    duplicates: choices.below(3),
    pieceSize: choices.below(50),
  })),
  tryBody("POST /_control/streams/interrupt", 201, ({ choices }) => ({
    at: choices.pick(["frame", "field", "character"]),
    ending: choices.pick(["close", "abort", "freeze"]),
    after: choices.below(9),
  })),
  tryBody("PUT /_control/faults", 200, ({ choices }) => ({
    [choices.pick(["wrong-key", "stream-silent", "global-limit-reached"])]: choices.isPercent(50),
  })),
  tryBody("PATCH /_control/limits", 200, ({ choices }) => {
    const names = Object.keys(defaultLimits);
    return { [names[choices.below(names.length)] ?? "eventStreams"]: choices.below(500) + 1 };
  }),
  tryBody("PUT /_control/clock", 200, ({ choices }) => ({ skew: choices.below(1000) - 500 })),
  tryBody(
    "PATCH /_control/clients/:id",
    200,
    ({ choices }) => ({
      id_token_signing_alg: choices.pick(["RS256", "HS256"]),
      ...(choices.isPercent(20) && { cross_origin_authentication: choices.isPercent(80) }),
    }),
    { path: "/_control/clients/demo-spa", 404: "/_control/clients/nobody" },
  ),
  tryBody("POST /_control/responses", 201, ({ choices }) => ({
    path: "/userinfo",
    status: 200 + choices.below(400),
    times: choices.below(3) + 1,
  })),
];
