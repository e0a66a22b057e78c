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
import { maxPresets, presetSchema } from "./preset.ts";
import { maxRuns, runRecordSchema } from "./run-record.ts";
import { maxSeenTokens, seenSelectionSchema, seenTokenSchema } from "./seen-token.ts";
import { maxTenants, plannedTenantSchema, settingsFileSchema } from "./settings.ts";
import { streamPreferencesSchema } from "./stream-preferences.ts";
import { tenantDetailsSchema, tenantIdSchema, tenantSchema } from "./tenant.ts";

const nothing = z.object({});
const tenantId = tenantIdSchema;
/** True if the list is incomplete: see `listAll` of `lib/management`. */
const isPartial = z.optional(z.boolean());
const resourceId = z.string().check(z.minLength(1), z.maxLength(200));
const passphrase = z.string().check(z.minLength(1), z.maxLength(1_000));
const url = z.string().check(z.maxLength(20_000));

/** The positions of unreadable entries in a settings file, counted from 1. */
const refused = z.array(z.int());

/** The request of a change at a tenant. A read-only tenant requires its name in `confirmation`. */
const change = { tenantId, confirmation: z.optional(z.string().check(z.maxLength(200))) };

const updateOfProfile = {
  ...profileUpdateSchema.shape,
  base: z.extend(connectionProfileSchema, { id: resourceId }),
};
const sentChange = {
  /** Unix time in ms. */
  sentAt: z.number(),
  /** True if the response was lost: the page must read from the tenant to learn the outcome. */
  isInDoubt: z.boolean(),
};
const pendingUpdateSchema = z.extend(profileUpdateSchema, sentChange);
export type PendingUpdate = z.infer<typeof pendingUpdateSchema>;
const pendingCreationSchema = z.object({ body: tokenExchangeProfileBodySchema, ...sentChange });
export type PendingCreation = z.infer<typeof pendingCreationSchema>;
/** A stored refusal, for a page that was not open when the response arrived. */
const refusedSchema = z.object({ kind: z.literal("refused"), error: errorReportSchema });

/**
 * The number of exchanges that can still fail before the tenant refuses all of them: see
 * `forecastExchanges` of `lib/management`.
 */
const attemptsForecastSchema = z.object({
  level: z.enum(["calm", "warning", "exhausted"]),
  remaining: z.number(),
  nextAt: z.optional(z.number()),
  message: z.string(),
});

/** Creates a value at its first use, because a page uses the schemas of only a few commands. */
function once<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * The commands that a page can send to the worker, named `noun.verb`, with the schemas of request
 * and response. The page receives a failure as a `RemoteError`.
 */
const definitions = {
  /** Checks that a tenant responds at the origin; stores nothing. */
  "tenant.check": once(() => ({
    request: z.object({ origin: tenantDetailsSchema.shape.origin }),
    response: z.object({ issuer: z.string(), keyCount: z.int() }),
  })),
  /**
   * Checks that a tenant responds at the origin, then stores the tenant. Replaces a stored tenant
   * with the same origin.
   */
  "tenant.save": once(() => ({
    request: tenantDetailsSchema,
    response: z.object({ tenant: tenantSchema, issuer: z.string(), keyCount: z.int() }),
  })),
  /** Starts the sandbox, and stores and selects it as a tenant with its credential. */
  "sandbox.open": once(() => ({ request: nothing, response: z.object({ tenant: tenantSchema }) })),
  /** Starts the sandbox if it does not run, unless it was removed. */
  "sandbox.start": once(() => ({
    request: nothing,
    response: z.object({ isStarted: z.boolean() }),
  })),
  /** Looks for the local tenant at its usual place on this machine. */
  "local-tenant.find": once(() => ({
    request: nothing,
    response: z.object({ isRunning: z.boolean() }),
  })),
  /** Stores and selects the local tenant with its credential. */
  "local-tenant.open": once(() => ({
    request: nothing,
    response: z.object({ tenant: tenantSchema }),
  })),
  "tenant.select": once(() => ({ request: z.object({ tenantId }), response: nothing })),
  /** Removes a tenant, its credential, its events and all its other data. */
  "tenant.forget": once(() => ({ request: z.object({ tenantId }), response: nothing })),

  /** Requests a token with a credential, and stores the credential if the tenant accepts it. */
  "credential.save": once(() => ({
    request: z.object({
      tenantId,
      credential: credentialInputSchema,
      remembering: rememberingSchema,
      /** Required if `remembering` is `passphrase`. */
      passphrase: z.optional(passphrase),
    }),
    response: credentialSummarySchema,
  })),
  /** Decrypts a remembered credential for this browser session. */
  "credential.unlock": once(() => ({
    request: z.object({ tenantId, passphrase }),
    response: credentialSummarySchema,
  })),
  /** Requests a token and compares its scopes with the needed ones. */
  "credential.test": once(() => ({
    request: z.object({ tenantId, needed: z.array(z.string()).check(z.maxLength(300)) }),
    response: credentialReportSchema,
  })),
  "credential.forget": once(() => ({ request: z.object({ tenantId }), response: nothing })),
  /** Removes all data of this extension, in memory and on the device. */
  "everything.forget": once(() => ({ request: nothing, response: nothing })),

  "settings.export": once(() => ({ request: nothing, response: settingsFileSchema })),
  /** Returns the changes that an import of the file would make; changes nothing. */
  "settings.preview": once(() => ({
    request: z.object({ file: settingsFileSchema }),
    response: z.object({ tenants: z.array(plannedTenantSchema), refused }),
  })),
  /** Imports the tenants of a file. Replaces stored tenants with the same origin. */
  "settings.import": once(() => ({
    request: z.object({
      file: settingsFileSchema,
      /**
       * The new login domains that the user approved. Tenants with other new domains are skipped.
       */
      loginOrigins: z.array(tenantDetailsSchema.shape.origin).check(z.maxLength(maxTenants)),
    }),
    response: z.object({
      added: z.array(z.string()),
      replaced: z.array(z.string()),
      leftOut: z.array(z.string()),
      refused,
    }),
  })),
  /** Returns the stored settings unvalidated, so that the user can save them before a reset. */
  "settings.rescue": once(() => ({ request: nothing, response: z.object({ text: z.string() }) })),
  /** Removes unreadable settings. */
  "settings.reset": once(() => ({ request: nothing, response: nothing })),
  /** Removes an event database that cannot be opened. */
  "events.reset": once(() => ({ request: nothing, response: nothing })),

  /** The callback URL that the browser intercepts for this extension. */
  "login.redirect-url": once(() => ({
    request: nothing,
    response: z.object({ redirectUrl: z.string() }),
  })),
  /**
   * Opens an authorization URL of the tenant in a login window. Returns the redirect, or the reason
   * why there was no redirect. If the browser stops the worker meanwhile, the page sends the
   * command again. With the same `loginId`, the command waits for the window that is already open.
   */
  "login.open": once(() => ({
    request: z.object({ tenantId, url, loginId: resourceId }),
    response: loginAnswerSchema,
  })),
  /** Reports the URL at which the page that shows the sandbox has arrived. */
  "login.arrive": once(() => ({
    request: z.object({ loginId: resourceId, url }),
    response: nothing,
  })),
  /** Closes the window of a pending login, if the extension opened that window. */
  "login.cancel": once(() => ({
    request: z.object({ loginId: resourceId }),
    response: nothing,
  })),

  /** Returns the presets of a tenant. Unreadable ones stay stored, and are not returned. */
  "preset.list": once(() => ({
    request: z.object({ tenantId }),
    response: z.object({ presets: z.array(presetSchema) }),
  })),
  /**
   * Adds presets, or replaces those with the same ids: all of them or none. Returns all presets.
   */
  "preset.save": once(() => ({
    request: z.object({
      tenantId,
      presets: z.array(presetSchema).check(z.minLength(1), z.maxLength(maxPresets)),
    }),
    response: z.object({ presets: z.array(presetSchema) }),
  })),
  "preset.delete": once(() => ({
    request: z.object({ tenantId, id: resourceId }),
    response: z.object({ presets: z.array(presetSchema) }),
  })),

  /** Keeps a run until the browser is closed. The oldest run beyond the limit is dropped. */
  "run.record": once(() => ({ request: z.object({ run: runRecordSchema }), response: nothing })),
  /** Returns the runs of this browser session, of all tenants, oldest first. */
  "run.list": once(() => ({
    request: nothing,
    response: z.object({ runs: z.array(runRecordSchema) }),
  })),
  /** Forgets some runs. */
  "run.forget": once(() => ({
    request: z.object({ ids: z.array(resourceId).check(z.maxLength(maxRuns)) }),
    response: nothing,
  })),

  /**
   * Keeps tokens in memory until the browser is closed. The oldest ones beyond the limit are
   * dropped.
   */
  "seen-token.add": once(() => ({
    request: z.object({ tokens: z.array(seenTokenSchema).check(z.maxLength(maxSeenTokens)) }),
    response: nothing,
  })),
  /** Returns the tokens of this browser session, of all tenants, newest first. */
  "seen-token.list": once(() => ({
    request: nothing,
    response: z.object({ tokens: z.array(seenTokenSchema) }),
  })),
  "seen-token.forget": once(() => ({
    request: z.object({ selection: seenSelectionSchema }),
    response: nothing,
  })),

  "token-exchange-profile.list": once(() => ({
    request: z.object({ tenantId }),
    response: z.object({ profiles: z.array(tokenExchangeProfileSchema), isPartial }),
  })),
  /** Creates a profile. The worker finishes the creation even if the page closes. */
  "token-exchange-profile.create": once(() => ({
    request: z.object({ ...change, body: tokenExchangeProfileBodySchema }),
    response: creationOutcomeSchema,
  })),
  /** Returns the creations whose outcome no page has acknowledged. */
  "token-exchange-profile.list-creations": once(() => ({
    request: z.object({ tenantId }),
    response: z.object({ creations: z.array(pendingCreationSchema) }),
  })),
  /** Waits for a creation in flight. Reads the list of profiles if the response was lost. */
  "token-exchange-profile.check-creation": once(() => ({
    request: z.object({ tenantId, body: tokenExchangeProfileBodySchema }),
    response: z.discriminatedUnion("kind", [...creationOutcomeSchema.def.options, refusedSchema]),
  })),
  /** Drops a creation after the page has shown its outcome, or after the user discarded it. */
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
  /**
   * Runs one exchange. The issued tokens go to the requesting page alone: only the page knows
   * whether its window is private.
   */
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
   * Sends an update if the profile still equals its base. The worker finishes the update even if
   * the page closes; the next page finds it with `connection-profile.list-updates`.
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
  /**
   * Waits for an update in flight and returns its outcome. Reads the profile if the response was
   * lost.
   */
  "connection-profile.check-update": once(() => ({
    request: z.object({ tenantId, ...updateOfProfile }),
    response: z.discriminatedUnion("kind", [...updateOutcomeSchema.def.options, refusedSchema]),
  })),
  /** Drops an update after the page has shown its outcome, or after the user discarded it. */
  "connection-profile.acknowledge-update": once(() => ({
    request: z.object({ tenantId, id: resourceId, evenInDoubt: z.boolean() }),
    response: nothing,
  })),

  /** Retries the event stream at once. A rate limit still applies. */
  "stream.retry": once(() => ({ request: z.object({ tenantId }), response: nothing })),
  "stream.configure": once(() => ({
    request: z.object({ tenantId, preferences: streamPreferencesSchema }),
    response: nothing,
  })),
  /** Resumes the stream from another position. Events that are stored are not stored again. */
  "stream.resume-from": once(() => ({
    request: z.object({
      tenantId,
      from: z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("event"), id: z.string().check(z.maxLength(1_000)) }),
        /** Unix time in ms. */
        z.object({ kind: z.literal("time"), at: z.number() }),
        z.object({ kind: z.literal("cursor"), cursor: z.string().check(z.maxLength(10_000)) }),
        /** Skips the events until now. */
        z.object({ kind: z.literal("now") }),
      ]),
    }),
    response: nothing,
  })),
  /** Marks all events up to this sequence as viewed. */
  "events.mark-viewed": once(() => ({
    request: z.object({ tenantId, through: z.int() }),
    response: nothing,
  })),
  /** Opens the options page or brings it to the front. `at` selects a tenant and a section. */
  "options.open": once(() => ({
    request: z.object({ at: z.optional(optionsPlaceSchema) }),
    response: nothing,
  })),
} as const;

type Definitions = typeof definitions;
export type CommandName = keyof Definitions;

/** The request and the response of each command. */
export type CommandShapes = {
  [Name in CommandName]: {
    request: z.infer<ReturnType<Definitions[Name]>["request"]>;
    response: z.infer<ReturnType<Definitions[Name]>["response"]>;
  };
};
export type CommandRequest<Name extends CommandName> = CommandShapes[Name]["request"];
export type CommandResponse<Name extends CommandName> = CommandShapes[Name]["response"];

/** The schemas by command. Their type relates request and response of a generic command name. */
export const commands: {
  [Name in CommandName]: () => {
    request: z.ZodMiniType<CommandRequest<Name>>;
    response: z.ZodMiniType<CommandResponse<Name>>;
  };
} = definitions;

/** The commands that always store data beyond the browser session. */
const storingCommands: ReadonlySet<CommandName> = new Set([
  "tenant.save",
  "tenant.select",
  "sandbox.open",
  "local-tenant.open",
  "settings.import",
  "preset.save",
  "stream.configure",
  "stream.resume-from",
  "events.mark-viewed",
]);
const sessionOnlySchema = z.object({ remembering: z.literal("session") });

/**
 * Returns true for a command that stores data on the device, not for one that only removes data or
 * keeps it in memory. `credential.save` stores on the device unless the credential is for the
 * session only.
 */
export function storesOnDevice(name: CommandName, request: unknown): boolean {
  if (name === "credential.save") return !z.safeParse(sessionOnlySchema, request).success;
  return storingCommands.has(name);
}

/**
 * Returns true for a command about tokens that all regular windows share. A private window keeps
 * its tokens to itself, and does not see those of other windows.
 */
export function sharesTokens(name: CommandName): boolean {
  return name.startsWith("seen-token.");
}
