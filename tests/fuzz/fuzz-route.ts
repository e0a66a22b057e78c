import { spoil } from "./spoil.ts";
import type { TokenKind, World } from "./world.ts";

/** A request to be tried. */
export interface FuzzRequest {
  /** Path and query. */
  path: string;
  /** Sent as JSON or a form, as chance has it. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The bearer token it carries; chance chooses unless given. */
  token?: TokenKind;
}

/** Makes a request, after whatever has to be so before. */
export type RequestBuilder = (world: World) => FuzzRequest | Promise<FuzzRequest>;

/** A route that is tried: how requests for it are made, and what it may and must answer. */
export interface FuzzRoute {
  /** Method and path as the router has them. */
  route: string;
  /** Which of the route's tasks this is, where it has several. */
  variant?: string;
  /** Each must be seen at least once, and no other. */
  statuses: readonly number[];
  /** Takes a client's bearer token, or a user's own too; none unless given. */
  bearer?: "client" | "client-or-user";
  /** Part of what nobody but this machine may use: tried at a tenant of its own. */
  isControl?: boolean;
  /** Too slow to be tried again and again. */
  isSlow?: boolean;
  /** Good requests and spoilt ones. */
  build: RequestBuilder;
  /** Requests that must be answered with just this status. */
  directed?: Readonly<Record<number, RequestBuilder>>;
}

/** What a route is called in the histogram. */
export function nameRoute({ route, variant }: FuzzRoute): string {
  return variant === undefined ? route : `${route} (${variant})`;
}

/** The body as it is, or in three of ten cases spoilt. */
export function spoilSome({ choices }: World, body: Record<string, unknown>): unknown {
  return choices.isPercent(30) ? spoil(choices, body) : body;
}

/** The tenant's limit, in the way that the routes of the authentication interface word it. */
export function whileGlobalLimitIsReached(build: RequestBuilder): RequestBuilder {
  return async (world) => {
    const request = await build(world);
    await world.plant("global-limit-reached");
    return request;
  };
}

/** Routes of the app that nobody tries, and tries of routes that the app does not have. */
export function findGaps(routes: readonly string[], tried: readonly FuzzRoute[]): string[] {
  const known = new Set(tried.map((each) => each.route));
  const untried = routes.filter((each) => !known.has(each)).map((each) => `nobody tries ${each}`);
  const absent = [...known].filter((each) => !routes.includes(each));
  return [...untried, ...absent.map((each) => `there is no route ${each}`)];
}
