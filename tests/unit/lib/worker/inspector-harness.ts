import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { expect, onTestFinished } from "vitest";
import * as z from "zod/mini";

import type { ActivityChange } from "../../../../lib/messages/activity-feed.ts";
import {
  createCommandAnswerer,
  createCommandSender,
} from "../../../../lib/messages/command-channel.ts";
import { RemoteError } from "../../../../lib/messages/remote-error.ts";
import { firstTenantSchema, settingsSchema } from "../../../../lib/messages/settings.ts";
import { createInspector } from "../../../../lib/worker/create-inspector.ts";
import {
  keptCredentialsSchema,
  rememberedKindsSchema,
  sealedCredentialsSchema,
  sessionCredentialsSchema,
} from "../../../../lib/worker/credential-vault.ts";
import { draftCopySchema, tenantDraftsSchema } from "../../../../lib/worker/draft-store.ts";
import { notifiedEventsSchema } from "../../../../lib/worker/event-notifier.ts";
import { countedExchangesSchema } from "../../../../lib/worker/exchange-counter.ts";
import {
  storedCreationsSchema,
  storedUpdatesSchema,
} from "../../../../lib/worker/stored-changes.ts";
import { waitingUpdateSchema } from "../../../../lib/worker/update-hold.ts";
import { openLoginsSchema } from "../../../../lib/worker/login-windows.ts";
import { storedPresetsSchema } from "../../../../lib/worker/preset-store.ts";
import { storedRunsSchema } from "../../../../lib/worker/run-store.ts";
import type { WorkerPorts } from "../../../../lib/worker/ports.ts";
import { createTenant } from "../../../../tenant/app.ts";
import type { SubscriptionState } from "../../../../lib/events/stream/subscription-state.ts";
import { isSpacing } from "../events/subscription-harness.ts";
import { createClock } from "../management/fakes.ts";
import { sharedKeys } from "../../tenant/open-tenant.ts";
import { noLoginBrowser } from "./fake-login-browser.ts";
import { createMemoryArea } from "./memory-area.ts";
import { createMemoryItem, type MemoryItem } from "./memory-item.ts";
import { createMemoryKeys } from "./memory-keys.ts";

export const tenantOrigin = "http://localhost:4400";
export const testSecret = "demo-management-secret";
/** A pause of this many ms only spares the machine, so it passes without the test's help. */
const longestPauseMs = 200;
const startTime = Date.parse("2026-11-21T08:00:10.000Z");

export const tenantDetails = {
  name: "Local",
  origin: tenantOrigin,
  clientId: "demo-spa",
  colour: "none",
  isReadOnly: false,
} as const;
export const goodCredential = {
  kind: "client_credentials",
  clientId: "demo-management",
  clientSecret: testSecret,
} as const;

/** The request that saves the credential for the session. */
export const sessionCredential = {
  tenantId: tenantOrigin,
  credential: goodCredential,
  remembering: "session",
} as const;

/** The body of a valid token exchange profile. */
export const exchange = {
  name: "Legacy tokens",
  subject_token_type: "urn:acme:legacy-token",
  action_id: "act_demo_legacy",
  type: "custom_authentication",
} as const;

export interface SentRequest {
  method: string;
  url: URL;
  body: string;
  authorization: string | null;
}

const createdSchema = z.object({ event_id: z.string() });

/** An IndexedDB that a test can break, so that opening a database fails. */
class FragileFactory extends IDBFactory {
  isBroken = false;
  override open(...given: Parameters<IDBFactory["open"]>): ReturnType<IDBFactory["open"]> {
    if (this.isBroken) throw new DOMException("hunter2", "InvalidStateError");
    return super.open(...given);
  }
}

/**
 * Opens the whole worker with the local tenant in this process. Its browser is in memory, its clock
 * moves only when a test advances it, and each call that a test does not fake fails.
 */
export function openWorker(over: Partial<WorkerPorts> = {}) {
  const clock = createClock(startTime);
  const tenant = createTenant({
    origin: tenantOrigin,
    demoOrigins: [],
    now: () => clock.now(),
    keys: sharedKeys,
  });
  const exchangeDrafts = new Map<string, MemoryItem<unknown>>();
  const exchange = (tenantId: string) => {
    const item = exchangeDrafts.get(tenantId) ?? createMemoryItem((stored) => stored);
    exchangeDrafts.set(tenantId, item);
    return item;
  };
  const gates = new Map<string, MemoryItem<unknown>>();
  const gateOf = (tenantId: string) => {
    const item = gates.get(tenantId) ?? createMemoryItem((stored) => stored);
    gates.set(tenantId, item);
    return item;
  };
  const silences = new Map<string, MemoryItem<unknown>>();
  const silenceOf = (tenantId: string) => {
    const item = silences.get(tenantId) ?? createMemoryItem((stored) => stored);
    silences.set(tenantId, item);
    return item;
  };
  const local = createMemoryArea();
  const stores = {
    device: local.ports,
    settings: {
      settings: local.item("settings", (stored) => settingsSchema.parse(stored)),
      firstTenant: local.item("tenant", (stored) => firstTenantSchema.parse(stored)),
    },
    credentials: {
      kept: createMemoryItem((stored) => keptCredentialsSchema.parse(stored)),
      sealed: local.item("sealedCredentials", (stored) => sealedCredentialsSchema.parse(stored)),
      kinds: local.item("rememberedKinds", (stored) => rememberedKindsSchema.parse(stored)),
      inMemory: local.item("sessionCredentials", (stored) =>
        sessionCredentialsSchema.parse(stored),
      ),
    },
    gate: gateOf,
    silence: silenceOf,
    notified: createMemoryItem((stored) => notifiedEventsSchema.parse(stored)),
    drafts: {
      connections: createMemoryItem((stored) => tenantDraftsSchema.parse(stored)),
      exchange,
      copy: local.item("draftCopy", (stored) => draftCopySchema.parse(stored)),
      isRestored: createMemoryItem((stored) => stored === true),
    },
    waitingUpdate: createMemoryItem((stored) => waitingUpdateSchema.parse(stored)),
    exchanges: local.item("exchanges", (stored) => countedExchangesSchema.parse(stored)),
    panelView: local.item("panelView", (stored) => stored),
    presets: local.item("presets", (stored) => storedPresetsSchema.parse(stored)),
    runs: createMemoryItem((stored) => storedRunsSchema.parse(stored)),
    seenTokens: createMemoryItem((stored) => stored),
    logins: createMemoryItem((stored) => openLoginsSchema.parse(stored)),
    updates: createMemoryItem((stored) => storedUpdatesSchema.parse(stored)),
    creations: createMemoryItem((stored) => storedCreationsSchema.parse(stored)),
    indexedDB: new FragileFactory(),
  };
  const browser = {
    isAllowed: true,
    /** The match patterns without permission. */
    denied: new Array<string>(),
    isReachable: true,
    /** The content of `storage.managed`. */
    policy: undefined as unknown,
    /** Answers instead of the tenant, unless it returns undefined. */
    intercept: (_request: SentRequest): Response | Promise<Response> | undefined => undefined,
  };
  const sent: SentRequest[] = [];
  const shown: { text: string; colour: string; title: string }[] = [];
  const changes: ActivityChange[] = [];
  const wakeUps: string[] = [];
  const restarts: string[] = [];
  /** The device keys outlive the worker, as IndexedDB does. */
  const deviceKeys = createMemoryKeys();
  const notifications: { id: string; title: string; message: string }[] = [];
  const dropped: string[] = [];
  let checks: (() => void)[] = [];

  const look = () => {
    for (const check of checks) check();
  };

  async function fetch(url: string, init: RequestInit): Promise<Response> {
    const request: SentRequest = {
      method: init.method ?? "GET",
      url: new URL(url),
      body: typeof init.body === "string" ? init.body : "",
      authorization: new Headers(init.headers).get("authorization"),
    };
    sent.push(request);
    const answer = browser.intercept(request);
    look();
    if (answer !== undefined) return answer;
    if (!browser.isReachable) throw new TypeError(`fetch failed for ${url} ${request.body}`);
    return tenant.fetch(new Request(url, init));
  }

  /** Passes the time between two connections, after the timer of the wait is set. */
  function passSpacing(stream: SubscriptionState): void {
    if (stream.name !== "waiting" || !isSpacing(stream)) return;
    queueMicrotask(() => clock.advance(Math.max(0, stream.until - clock.now())));
  }

  /** Starts a worker. A worker that died receives nothing and does nothing. */
  function start() {
    const life = { isOver: false };
    const inspector = createInspector(
      {
        fetch: (url, init) =>
          life.isOver ? Promise.reject(new TypeError("fetch failed")) : fetch(url, init),
        clock: {
          now: () => clock.now(),
          schedule(callback, delayMs) {
            const run = () => {
              if (!life.isOver) callback();
            };
            if (delayMs > longestPauseMs) return clock.schedule(run, delayMs);
            const pause = setTimeout(run);
            return () => clearTimeout(pause);
          },
        },
        random: () => 0.5,
        crypto,
        keys: deviceKeys.ring,
        async dropHostPermissions() {
          dropped.push("permissions");
        },
        async clearSession() {
          dropped.push("session");
        },
        withLock: (_name, _signal, run) => run(),
        async notify(notification) {
          notifications.push(notification);
          look();
        },
        async dismiss(id = "all notifications") {
          dropped.push(id);
        },
        openEvent: () => Promise.reject(new Error("No event page was faked.")),
        badge: {
          async show(badge) {
            if (life.isOver) return;
            shown.push(badge);
            look();
          },
        },
        hasHostPermission: async (pattern) =>
          browser.isAllowed && !browser.denied.includes(pattern),
        login: noLoginBrowser,
        sandbox: {
          create: () => Promise.reject(new Error("No sandbox was faked.")),
          start: () => Promise.reject(new Error("No sandbox was faked.")),
          async remove() {
            dropped.push("sandbox");
          },
        },
        openOptionsPage: () => Promise.reject(new Error("No options page was faked.")),
        readManagedStorage: async () => browser.policy,
        restart() {
          restarts.push("restart");
        },
        async stayAwake() {
          wakeUps.push("stayAwake");
        },
        ...over,
      },
      {
        ...stores,
        gate: (tenantId) => ({
          ...gateOf(tenantId),
          write: async (record) => (life.isOver ? undefined : gateOf(tenantId).write(record)),
        }),
      },
    );
    let closeWindow = () => {};
    const openWindow = () => {
      closeWindow = inspector.activity.subscribe((change) => {
        if (life.isOver) return;
        changes.push(change);
        look();
        if (change.kind === "stream") passSpacing(change.stream);
      });
    };
    openWindow();
    const answer = createCommandAnswerer(inspector.handlers);
    const send = createCommandSender(async (message) => {
      const crossed: unknown = JSON.parse(JSON.stringify(message));
      const answered: unknown = JSON.parse(
        JSON.stringify(await answer(crossed, { isOwnPage: true, isPrivate: false })),
      );
      return answered;
    });
    return { life, inspector, send, openWindow, closeWindow: () => closeWindow() };
  }

  let current = start();
  onTestFinished(() => {
    current.life.isOver = true;
    tenant.stop();
  });

  /** Waits for a condition, checked after each change, badge and request of the worker. */
  function until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!holds()) return;
        checks = checks.filter((other) => other !== check);
        resolve();
      };
      checks.push(check);
      check();
    });
  }

  async function control(path: string, body: unknown): Promise<unknown> {
    const response = await tenant.fetch(
      new Request(`${tenantOrigin}/_control/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
    expect(response.ok).toBe(true);
    return response.json();
  }

  const snapshot = () => current.inspector.activity.snapshot();

  const harness = {
    clock,
    local,
    stores,
    browser,
    sent,
    shown,
    changes,
    wakeUps,
    restarts,
    deviceKeys,
    notifications,
    dropped,
    until,
    snapshot,
    control,
    get inspector() {
      return current.inspector;
    },
    get send() {
      return current.send;
    },
    /** Closes the page that follows the activity feed. */
    closeWindow: () => current.closeWindow(),
    openWindow: () => current.openWindow(),
    requestsTo: (path: string) => sent.filter(({ url }) => url.pathname === path),
    /** Waits for a state of the stream, by its name or by `name:why`. */
    reach: (wanted: string) =>
      until(() => changes.some((change) => nameState(change) === wanted)).then(() => undefined),
    /** Saves the tenant and its credential, and waits until the stream listens. */
    async setUp() {
      const { tenant: saved } = await current.send("tenant.save", tenantDetails);
      await current.send("credential.save", {
        tenantId: saved.id,
        credential: goodCredential,
        remembering: "session",
      });
      await harness.reach("listening");
      return saved;
    },
    /** Saves another tenant, which has only a discovery document. */
    async addTenant(origin = "https://acme.example") {
      const before = browser.intercept;
      browser.intercept = (request) =>
        request.url.origin === origin
          ? Response.json({ issuer: `${origin}/`, jwks_uri: "", keys: [] })
          : before(request);
      return current.send("tenant.save", { ...tenantDetails, name: "Acme", origin });
    },
    /** Starts a worker over an empty `storage.session`, as after an update of the extension. */
    async update() {
      const { credentials, drafts, notified, logins, updates, creations, runs } = stores;
      const session = [credentials.kept, drafts.connections, drafts.isRestored, notified, logins];
      for (const item of [...session, updates, creations, runs, stores.seenTokens])
        await item.remove();
      await stores.waitingUpdate.remove();
      for (const item of [...exchangeDrafts.values(), ...gates.values()]) await item.remove();
      await harness.restart();
    },
    /** Ends the worker like a browser, and starts another one with the stored values. */
    async restart(afterMs = 30_000) {
      current.life.isOver = true;
      await control("streams/drop", {});
      changes.length = 0;
      clock.advance(afterMs);
      current = start();
    },
    createUser: async (email: string) =>
      createdSchema.parse(await control("users", { email, password: "long-enough-1" })).event_id,
    storedIds: () =>
      changes.flatMap((change) =>
        change.kind === "events" ? change.events.map(({ id }) => id) : [],
      ),
    /** Waits until a change tells a page this number of unread events. */
    reachUnread: (count: number) =>
      until(() => changes.some((change) => "unread" in change && change.unread === count)),
    /** Passes the minimum time between two badges, and returns the next badge. */
    async readBadge() {
      const known = shown.length;
      clock.advance(1_000);
      await until(() => shown.length > known);
      return shown.at(-1);
    },
  };
  return harness;
}

function nameState(change: ActivityChange): string | undefined {
  const state =
    change.kind === "stream"
      ? change.stream
      : change.kind === "snapshot"
        ? change.snapshot.tenants[0]?.stream
        : undefined;
  if (state === undefined) return undefined;
  return "why" in state ? `${state.name}:${state.why}` : state.name;
}

/** Returns the error of a failed command; anything else fails the test. */
export async function catchRemoteError(work: Promise<unknown>): Promise<RemoteError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof RemoteError) return error;
    throw error;
  }
  throw new Error("The command succeeded.");
}
