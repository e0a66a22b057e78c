import { spoil } from "./spoil.ts";
import type { TokenKind, World } from "./world.ts";

/** A generated request. */
export interface FuzzRequest {
  /** Path and query. */
  path: string;
  /** Sent as JSON or as a form, by random choice. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The bearer token of the request; chosen at random by default. */
  token?: TokenKind;
}

/** Creates a request, after the steps that it requires. */
export type RequestBuilder = (world: World) => FuzzRequest | Promise<FuzzRequest>;

/** A tested route: how its requests are created, and its allowed and required statuses. */
export interface FuzzRoute {
  /** Method and path, as in the router. */
  route: string;
  /** The variant, for a route with several tasks. */
  variant?: string;
  /** Each status must occur at least once, and no other status can occur. */
  statuses: readonly number[];
  /** Accepts a client's bearer token, or also a user's own token; none by default. */
  bearer?: "client" | "client-or-user";
  /** A route for this machine only; it runs at a tenant of its own. */
  isControl?: boolean;
  /** Too slow for many requests. */
  isSlow?: boolean;
  /** Creates valid and invalid requests. */
  build: RequestBuilder;
  /** Requests that must return exactly this status. */
  directed?: Readonly<Record<number, RequestBuilder>>;
}

/** Returns the name of a route in the histogram. */
export function nameRoute({ route, variant }: FuzzRoute): string {
  return variant === undefined ? route : `${route} (${variant})`;
}

/** Returns the body unchanged, or in three of ten cases an invalid one. */
export function spoilSome({ choices }: World, body: Record<string, unknown>): unknown {
  return choices.isPercent(30) ? spoil(choices, body) : body;
}

/** The global limit of the tenant, with the error of each route of the Authentication API. */
export function whileGlobalLimitIsReached(build: RequestBuilder): RequestBuilder {
  return async (world) => {
    const request = await build(world);
    await world.plant("global-limit-reached");
    return request;
  };
}

/** Lists routes of the app without requests, and requests to routes that the app does not have. */
export function findGaps(routes: readonly string[], tried: readonly FuzzRoute[]): string[] {
  const known = new Set(tried.map((each) => each.route));
  const untried = routes
    .filter((each) => !known.has(each))
    .map((each) => `no requests for ${each}`);
  const absent = [...known].filter((each) => !routes.includes(each));
  return [...untried, ...absent.map((each) => `no such route: ${each}`)];
}
