import * as z from "zod/mini";
import { connectionProfileSchema } from "../management/connections/connection-profile.ts";
import {
  exchangeInputSchema,
  exchangeOutcomeSchema,
} from "../management/exchange/exchange-schemas.ts";
import {
  profileUpdateSchema,
  updateOutcomeSchema,
} from "../management/connections/profile-update.ts";
import { creationOutcomeSchema } from "../management/exchange/profile-creation.ts";
import {
  tokenExchangeProfileBodySchema,
  tokenExchangeProfilePatchSchema,
  tokenExchangeProfileSchema,
} from "../management/exchange/token-exchange-profile.ts";
import {
  credentialInputSchema,
  credentialReportSchema,
  credentialSummarySchema,
  rememberingSchema,
} from "./credential.ts";
import { loginAnswerSchema } from "./login.ts";
import { errorReportSchema } from "./remote-error.ts";
import { optionsPlaceSchema } from "./options-place.ts";
import { maxTenants, plannedTenantSchema, settingsFileSchema } from "./settings.ts";
import { streamPreferencesSchema } from "./stream-preferences.ts";
import { tenantDetailsSchema, tenantIdSchema, tenantSchema } from "./tenant.ts";

const nothing = z.object({});
const tenantId = tenantIdSchema;
/** True when a list was given up before its end: see `listAll` of `lib/management`. */
const isPartial = z.optional(z.boolean());
const resourceId = z.string().check(z.minLength(1), z.maxLength(200));
const passphrase = z.string().check(z.minLength(1), z.maxLength(1_000));
const url = z.string().check(z.maxLength(20_000));

/** Entries of a file that could not be read, by their place in it, from 1. */
const refused = z.array(z.int());

/** A command that changes something at a tenant. A read-only tenant takes it only with its own name in `confirmation`. */
const change = { tenantId, confirmation: z.optional(z.string().check(z.maxLength(200))) };

const updateOfProfile = {
  ...profileUpdateSchema.shape,
  base: z.extend(connectionProfileSchema, { id: resourceId }),
};
const sentChange = {
  /** Unix time in ms. */
  sentAt: z.number(),
  /** True if the response was lost: only reading from the tenant tells the outcome. */
  isInDoubt: z.boolean(),
};
const pendingUpdateSchema = z.extend(profileUpdateSchema, sentChange);
export type PendingUpdate = z.infer<typeof pendingUpdateSchema>;
const pendingCreationSchema = z.object({ body: tokenExchangeProfileBodySchema, ...sentChange });
export type PendingCreation = z.infer<typeof pendingCreationSchema>;
/** A refusal that the worker kept for the next page. */
const refusedSchema = z.object({ kind: z.literal("refused"), error: errorReportSchema });

/** How many more exchanges may fail before the tenant refuses them all: see `forecastExchanges` of `lib/management`. */
const attemptsForecastSchema = z.object({
  level: z.enum(["calm", "warning", "exhausted"]),
  remaining: z.number(),
  nextAt: z.optional(z.number()),
  words: z.string(),
});

/** Makes something when it is first asked for: a page that is just opening sends few of the commands there are. */
function once<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * Everything a page may ask of the worker, `noun.verb`: what it sends, and what comes back.
 * Failures come back as a `RemoteError`.
 */
const definitions = {
  /** Finds out whether a tenant answers at the origin; stores nothing. */
  "tenant.check": once(() => ({
    request: z.object({ origin: tenantDetailsSchema.shape.origin }),
    response: z.object({ issuer: z.string(), keyCount: z.int() }),
  })),
  /** Checks that a tenant answers at the origin, stores it, and shows it from then on. The one with its origin is replaced. */
  "tenant.save": once(() => ({
    request: tenantDetailsSchema,
    response: z.object({ tenant: tenantSchema, issuer: z.string(), keyCount: z.int() }),
  })),
  "tenant.select": once(() => ({ request: z.object({ tenantId }), response: nothing })),
  /** Removes a tenant with its credential, its events and whatever else is kept of it. */
  "tenant.forget": once(() => ({ request: z.object({ tenantId }), response: nothing })),

  /** Tries a credential at the tenant and keeps it when it works. */
  "credential.save": once(() => ({
    request: z.object({
      tenantId,
      credential: credentialInputSchema,
      remembering: rememberingSchema,
      /** Needed for `passphrase`, and for nothing else. */
      passphrase: z.optional(passphrase),
    }),
    response: credentialSummarySchema,
  })),
  /** Opens a remembered credential for this browser session. */
  "credential.unlock": once(() => ({
    request: z.object({ tenantId, passphrase }),
    response: credentialSummarySchema,
  })),
  /** Gets a token and tells what it is good for. */
  "credential.test": once(() => ({
    request: z.object({ tenantId, needed: z.array(z.string()).check(z.maxLength(300)) }),
    response: credentialReportSchema,
  })),
  "credential.forget": once(() => ({ request: z.object({ tenantId }), response: nothing })),
  /** Removes all that this extension keeps, in memory and on the device. */
  "everything.forget": once(() => ({ request: nothing, response: nothing })),

  "settings.export": once(() => ({ request: nothing, response: settingsFileSchema })),
  /** Tells what an import of the file would change; changes nothing. */
  "settings.preview": once(() => ({
    request: z.object({ file: settingsFileSchema }),
    response: z.object({ tenants: z.array(plannedTenantSchema), refused }),
  })),
  /** Adds the tenants of a file; one that is known already is replaced. */
  "settings.import": once(() => ({
    request: z.object({
      file: settingsFileSchema,
      /** The new login domains that the user approved; a tenant with any other is left out. */
      loginOrigins: z.array(tenantDetailsSchema.shape.origin).check(z.maxLength(maxTenants)),
    }),
    response: z.object({
      added: z.array(z.string()),
      replaced: z.array(z.string()),
      leftOut: z.array(z.string()),
      refused,
    }),
  })),
  /** What is stored of the settings, as it is: for keeping before a reset. */
  "settings.rescue": once(() => ({ request: nothing, response: z.object({ text: z.string() }) })),
  /** Removes settings that cannot be read. */
  "settings.reset": once(() => ({ request: nothing, response: nothing })),
  /** Removes an event database that cannot be opened. */
  "events.reset": once(() => ({ request: nothing, response: nothing })),

  /** The callback URL that the browser intercepts for this extension. */
  "login.redirect-url": once(() => ({
    request: nothing,
    response: z.object({ redirectUrl: z.string() }),
  })),
  /**
   * Shows an authorization URL of the tenant in a login window, and resolves with the redirect or with why there was none. Sent
   * again with the same `loginId`, it waits for the window that is open: the worker may be stopped meanwhile.
   */
  "login.open": once(() => ({
    request: z.object({ tenantId, url, loginId: resourceId }),
    response: loginAnswerSchema,
  })),
  /** Closes the window of a login under way, where it is a window of the extension. */
  "login.cancel": once(() => ({
    request: z.object({ loginId: resourceId }),
    response: nothing,
  })),

  "token-exchange-profile.list": once(() => ({
    request: z.object({ tenantId }),
    response: z.object({ profiles: z.array(tokenExchangeProfileSchema), isPartial }),
  })),
  /** Creates a profile. The worker finishes the creation whether or not the page stays open. */
  "token-exchange-profile.create": once(() => ({
    request: z.object({ ...change, body: tokenExchangeProfileBodySchema }),
    response: creationOutcomeSchema,
  })),
  /** Returns the creations whose outcome no page has acknowledged. */
  "token-exchange-profile.list-creations": once(() => ({
    request: z.object({ tenantId }),
    response: z.object({ creations: z.array(pendingCreationSchema) }),
  })),
  /** Waits for a creation in flight; reads the list if the response to it was lost. */
  "token-exchange-profile.check-creation": once(() => ({
    request: z.object({ tenantId, body: tokenExchangeProfileBodySchema }),
    response: z.discriminatedUnion("kind", [...creationOutcomeSchema.def.options, refusedSchema]),
  })),
  /** Drops a creation whose outcome the page has shown, or that the user gave up. */
  "token-exchange-profile.acknowledge-creation": once(() => ({
    request: z.object({ tenantId, evenInDoubt: z.boolean() }),
    response: nothing,
  })),
  "token-exchange-profile.update": once(() => ({
    request: z.object({ ...change, id: resourceId, patch: tokenExchangeProfilePatchSchema }),
    response: tokenExchangeProfileSchema,
  })),
  "token-exchange-profile.delete": once(() => ({
    request: z.object({ ...change, id: resourceId }),
    response: nothing,
  })),
  /** Runs one exchange; tokens it brings go to the page that asked and are kept nowhere. */
  "token-exchange.run": once(() => ({
    request: z.object({ tenantId, input: exchangeInputSchema }),
    response: z.object({ outcome: exchangeOutcomeSchema, forecast: attemptsForecastSchema }),
  })),
  "token-exchange.forecast": once(() => ({
    request: z.object({ tenantId }),
    response: attemptsForecastSchema,
  })),

  "connection-profile.list": once(() => ({
    request: z.object({ tenantId }),
    response: z.object({ profiles: z.array(connectionProfileSchema), isPartial }),
  })),
  /**
   * Sends an update if the profile still is its base. The worker finishes the update whether or not
   * the page stays open; `connection-profile.list-updates` tells the next page about it.
   */
  "connection-profile.update": once(() => ({
    request: z.object({ ...change, ...updateOfProfile }),
    response: updateOutcomeSchema,
  })),
  /** Returns the updates whose outcome no page has acknowledged. */
  "connection-profile.list-updates": once(() => ({
    request: z.object({ tenantId }),
    response: z.object({ updates: z.array(pendingUpdateSchema) }),
  })),
  /** Waits for an update in flight; reads the profile if the response to it was lost. */
  "connection-profile.check-update": once(() => ({
    request: z.object({ tenantId, ...updateOfProfile }),
    response: z.discriminatedUnion("kind", [...updateOutcomeSchema.def.options, refusedSchema]),
  })),
  /** Drops an update whose outcome the page has shown, or that the user gave up. */
  "connection-profile.acknowledge-update": once(() => ({
    request: z.object({ tenantId, id: resourceId, evenInDoubt: z.boolean() }),
    response: nothing,
  })),

  /** Tries the event stream again at once, whatever it waits for. */
  "stream.retry": once(() => ({ request: z.object({ tenantId }), response: nothing })),
  "stream.configure": once(() => ({
    request: z.object({ tenantId, preferences: streamPreferencesSchema }),
    response: nothing,
  })),
  /** Reads the stream anew from an earlier place; what is stored already is not stored twice. */
  "stream.resume-from": once(() => ({
    request: z.object({
      tenantId,
      from: z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("event"), id: z.string().check(z.maxLength(1_000)) }),
        /** Unix time in ms. */
        z.object({ kind: z.literal("time"), at: z.number() }),
        z.object({ kind: z.literal("cursor"), cursor: z.string().check(z.maxLength(10_000)) }),
        /** Leaves what has happened meanwhile. */
        z.object({ kind: z.literal("now") }),
      ]),
    }),
    response: nothing,
  })),
  /** Everything up to this sequence has been seen. */
  "events.mark-viewed": once(() => ({
    request: z.object({ tenantId, through: z.int() }),
    response: nothing,
  })),
  /** Brings the options page to the front, at a place of one tenant when it is named. */
  "options.open": once(() => ({
    request: z.object({ at: z.optional(optionsPlaceSchema) }),
    response: nothing,
  })),
} as const;

type Definitions = typeof definitions;
export type CommandName = keyof Definitions;

/** What each command sends and brings back. */
export type CommandShapes = {
  [Name in CommandName]: {
    request: z.infer<ReturnType<Definitions[Name]>["request"]>;
    response: z.infer<ReturnType<Definitions[Name]>["response"]>;
  };
};
export type CommandRequest<Name extends CommandName> = CommandShapes[Name]["request"];
export type CommandResponse<Name extends CommandName> = CommandShapes[Name]["response"];

/** The schemas by command, typed so that a generic name keeps request and response together. */
export const commands: {
  [Name in CommandName]: () => {
    request: z.ZodMiniType<CommandRequest<Name>>;
    response: z.ZodMiniType<CommandResponse<Name>>;
  };
} = definitions;

/** Commands that write on the device what outlives the browser session; `credential.save` does when it is to be remembered. */
const storing: ReadonlySet<CommandName> = new Set([
  "tenant.save",
  "tenant.select",
  "settings.import",
  "stream.configure",
  "stream.resume-from",
  "events.mark-viewed",
]);
const sessionOnlySchema = z.object({ remembering: z.literal("session") });

/** Whether a command would leave something on the device. What only removes, or stays in memory, does not. */
export function storesOnDevice(name: CommandName, request: unknown): boolean {
  if (name === "credential.save") return !z.safeParse(sessionOnlySchema, request).success;
  return storing.has(name);
}
