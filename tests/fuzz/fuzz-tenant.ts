import { authenticationRoutes } from "./authentication-routes.ts";
import { createChoices, type Choices } from "./choices.ts";
import { controlRoutes } from "./control-routes.ts";
import {
  findGaps,
  nameRoute,
  type FuzzRequest,
  type FuzzRoute,
  type RequestBuilder,
} from "./fuzz-route.ts";
import { findAnswerProblem, learnFromAnswer } from "./judge-answer.ts";
import { managementRoutes } from "./management-routes.ts";
import { pageRoutes } from "./page-routes.ts";
import { encodeBody } from "./spoil.ts";
import { tokenRoutes } from "./token-routes.ts";
import {
  ada,
  createCredentials,
  grace,
  openWorld,
  origin,
  type TokenKind,
  type World,
} from "./world.ts";

/** The result of a run. */
export interface FuzzReport {
  requests: number;
  /**
   * Requests with a valid bearer token whose handler ran: not rejected for the token or the limit.
   */
  reached: number;
  /** The number of times each route returned each status: `"POST /x 201"`. */
  histogram: Record<string, number>;
  /** Responses that no route is allowed to return, one sentence each. */
  problems: string[];
  /** Documented statuses that never occurred. */
  missing: string[];
  /** Routes of the app without requests, and requests to routes that do not exist. */
  gaps: string[];
}

/** The options of a run. */
export interface FuzzOptions {
  /** The same seed creates the same run. */
  seed: number;
  /** Called between requests, with their number. */
  isOver: (requests: number) => boolean;
  /** The response of a faulty tenant: for a test of the fuzzer. */
  alter?: (route: string, response: Response) => Response;
}

const allRoutes: readonly FuzzRoute[] = [
  ...managementRoutes,
  ...authenticationRoutes,
  ...tokenRoutes,
  ...pageRoutes,
  ...controlRoutes,
];

const quick = allRoutes.filter((route) => route.isSlow !== true);

/**
 * The shares of a hundred requests: to routes with a bearer token, to public routes, and to
 * controls.
 */
const families: readonly (readonly [share: number, routes: readonly FuzzRoute[]])[] = [
  [55, quick.filter((route) => route.bearer !== undefined)],
  [37, quick.filter((route) => route.bearer === undefined && route.isControl !== true)],
  [8, quick.filter((route) => route.isControl === true)],
];

/**
 * Tests the tenant: first each request with one required status, then random requests to all
 * routes.
 */
export async function fuzzTenant({ seed, isOver, alter }: FuzzOptions): Promise<FuzzReport> {
  const choices = createChoices(seed);
  const credentials = await createCredentials();
  const ordinary = openWorld(choices, credentials);
  const controlled = openWorld(choices, credentials);
  const report: FuzzReport = {
    requests: 0,
    reached: 0,
    histogram: {},
    problems: [],
    missing: [],
    gaps: findGaps(ordinary.tenant.routes, allRoutes),
  };

  const chooseWorld = (route: FuzzRoute): World => (route.isControl ? controlled : ordinary);

  async function tryRequest(route: FuzzRoute, wanted: FuzzRequest, expected?: number) {
    const world = chooseWorld(route);
    const kind = wanted.token ?? pickTokenKind(choices, route, expected);
    const request = toRequest(world, route, wanted, kind, expected !== undefined);
    // Sometimes the same request a dozen times: resources that already exist, and rates over the
    // limit.
    const times = expected === undefined && choices.isPercent(3) ? 12 : 1;
    for (let count = 0; count < times; count += 1) {
      const given = await world.tenant.fetch(request.clone());
      const answer = alter?.(route.route, given) ?? given;
      const { status } = answer;
      const name = `${nameRoute(route)} ${status}`;
      report.requests += 1;
      report.histogram[name] = (report.histogram[name] ?? 0) + 1;
      if ((kind === "good" || kind === "own") && status !== 401 && status !== 429) {
        report.reached += 1;
      }
      const problem = await findAnswerProblem(route, answer, expected);
      if (problem === undefined) await learnFromAnswer(world, route, request.url, answer);
      else report.problems.push(`${name}, ${request.url}: ${problem}`.slice(0, 1000));
      await answer.body?.cancel().catch(() => undefined);
    }
    await world.restore();
  }

  for (const route of allRoutes) {
    for (const [status, build] of Object.entries(listDirected(route))) {
      const world = chooseWorld(route);
      await world.startAfresh();
      await tryRequest(route, await build(world), Number(status));
    }
  }
  for (let round = 0; !isOver(report.requests); round += 1) {
    if (round % 100 === 0) {
      await ordinary.startAfresh();
      await controlled.startAfresh();
    }
    const route = pickRoute(choices);
    const wanted = await route.build(chooseWorld(route));
    if (route.bearer !== undefined && choices.isPercent(6)) await squeezeSome(ordinary);
    await tryRequest(route, wanted);
  }
  report.missing = allRoutes.flatMap((route) =>
    route.statuses
      .map((status) => `${nameRoute(route)} ${status}`)
      .filter((name) => report.histogram[name] === undefined),
  );
  return report;
}

/** A route with one status must return it at any time. */
function listDirected({ directed, statuses, build }: FuzzRoute): Record<string, RequestBuilder> {
  const [status, ...others] = statuses;
  return directed ?? (status !== undefined && others.length === 0 ? { [status]: build } : {});
}

function pickRoute(choices: Choices): FuzzRoute {
  let left = choices.below(100);
  for (const [share, routes] of families) {
    const route = routes[choices.below(routes.length)];
    if (left < share && route !== undefined) return route;
    left -= share;
  }
  throw new Error("No route to test.");
}

function pickTokenKind(
  choices: Choices,
  { bearer }: FuzzRoute,
  expected: number | undefined,
): TokenKind {
  if (bearer === undefined) return "none";
  if (expected !== undefined) return "good";
  if (bearer === "client-or-user" && choices.isPercent(25)) return "own";
  if (choices.isPercent(80)) return "good";
  return choices.pick(["scopeless", "foreign-client", "expired", "forged", "garbage", "none"]);
}

/** Sometimes a limit is reached, until the request has its response. */
async function squeezeSome(world: World): Promise<void> {
  await world.squeeze(
    world.choices.pick<Record<string, number>>([
      { requestsPerWindow: 0 },
      { tokenExchangeProfiles: 0, connectionProfiles: 0, eventStreams: 0 },
      { retainedEvents: 1 },
      { userinfoRequests: 0 },
    ]),
  );
}

function toRequest(
  world: World,
  { route }: FuzzRoute,
  { path, body, headers: given }: FuzzRequest,
  kind: TokenKind,
  isExact: boolean,
): Request {
  const headers = new Headers(given);
  const method = route.slice(0, route.indexOf(" "));
  const token = world.getToken(kind, path.includes(encodeURIComponent(grace)) ? grace : ada);
  if (/^[\x21-\x7e]+$/.test(token)) headers.set("authorization", `Bearer ${token}`);
  const url = new URL(path, origin);
  if (body === undefined) return new Request(url, { method, headers });
  const isForm = route.startsWith("POST /u/") || route === "POST /_control";
  const { contentType, text } = encodeBody(world.choices, body, { isExact, isForm });
  headers.set("content-type", contentType);
  return new Request(url, { method, headers, body: text });
}
