import type { Context, Hono } from "hono";
import type { VerifiedAccessToken } from "../authentication/token/access-token.ts";

/** Hono's environment: the values that middleware and handlers store about a request. */
export interface TenantEnv {
  Variables: {
    /** The name of the tenant on its pages. */
    tenantName: string;
    /** The tenant's log contains this value and the next two. */
    clientId?: string;
    subject?: string;
    bodyFieldNames?: string[];
    /** The bearer token, on routes of the Management API. */
    token?: VerifiedAccessToken;
  };
}

/** The Hono application. Each `add…Routes` function adds its routes to it. */
export type TenantApp = Hono<TenantEnv>;

/** One request and its response, as Hono passes them to a handler of this application. */
export type TenantRequest = Context<TenantEnv>;
