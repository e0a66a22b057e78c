import * as z from "zod/mini";
import {
  connectionProfilePatchSchema,
  connectionProfileSchema,
} from "../management/connection-profile.ts";
import {
  tokenExchangeProfileBodySchema,
  tokenExchangeProfileSchema,
} from "../management/token-exchange-profile.ts";
import { credentialInputSchema, credentialSummarySchema, tenantSchema } from "./tenant.ts";

const nothing = z.object({});

/**
 * Everything a page may ask of the worker, `noun.verb`: what it sends, and what comes back.
 * Failures come back as a `RemoteError`.
 */
const definitions = {
  /** Checks that a tenant answers at the origin, and stores it. */
  "tenant.save": {
    request: z.omit(tenantSchema, { id: true }),
    response: z.object({ tenant: tenantSchema, issuer: z.string(), keyCount: z.int() }),
  },
  /** Tries a credential at the tenant and keeps it in memory when it works. */
  "credential.save": {
    request: z.object({ credential: credentialInputSchema }),
    response: credentialSummarySchema,
  },
  "credential.forget": { request: nothing, response: nothing },
  /** The callback URL that the browser intercepts for this extension. */
  "login.redirect-url": { request: nothing, response: z.object({ redirectUrl: z.string() }) },
  /** Shows an authorization URL of the tenant in a login window, and waits for the URL it comes back to. */
  "login.open": {
    request: z.object({ url: z.string().check(z.maxLength(20_000)) }),
    response: z.object({ redirectedTo: z.string() }),
  },
  "token-exchange-profile.create": {
    request: tokenExchangeProfileBodySchema,
    response: tokenExchangeProfileSchema,
  },
  "connection-profile.list": {
    request: nothing,
    response: z.object({ profiles: z.array(connectionProfileSchema) }),
  },
  "connection-profile.update": {
    request: z.object({
      id: z.string().check(z.minLength(1), z.maxLength(200)),
      patch: connectionProfilePatchSchema,
    }),
    response: connectionProfileSchema,
  },
  /** Tries the event stream again at once, whatever it waits for. */
  "stream.retry": { request: nothing, response: nothing },
  /** Everything up to this sequence has been seen. */
  "events.mark-viewed": { request: z.object({ through: z.int() }), response: nothing },
  "options.open": { request: nothing, response: nothing },
} as const;

type Definitions = typeof definitions;
export type CommandName = keyof Definitions;

/** What each command sends and brings back. */
export type CommandShapes = {
  [Name in CommandName]: {
    request: z.infer<Definitions[Name]["request"]>;
    response: z.infer<Definitions[Name]["response"]>;
  };
};
export type CommandRequest<Name extends CommandName> = CommandShapes[Name]["request"];
export type CommandResponse<Name extends CommandName> = CommandShapes[Name]["response"];

/** The schemas by command, typed so that a generic name keeps request and response together. */
export const commands: {
  [Name in CommandName]: {
    request: z.ZodMiniType<CommandRequest<Name>>;
    response: z.ZodMiniType<CommandResponse<Name>>;
  };
} = definitions;
