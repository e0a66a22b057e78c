import { createCommandSender, type CommandSender } from "../../../lib/messages/command-channel.ts";
import type { CommandName } from "../../../lib/messages/commands.ts";
import { ActivityModel, type ShownEvent } from "../../../lib/models/activity-model.ts";
import type { ActivitySnapshot, TenantActivity } from "../../../lib/messages/activity-feed.ts";
import { defaultStreamPreferences } from "../../../lib/messages/stream-preferences.ts";
import type { Tenant } from "../../../lib/messages/tenant.ts";

/** Unix time in ms of every fake clock. */
export const now = Date.UTC(2026, 10, 21, 9, 0, 0);

interface SentCommand {
  command: string;
  request: unknown;
}

export interface FakeWorker {
  send: CommandSender;
  /** All received requests, oldest first. */
  sent: SentCommand[];
  /** Sets the response to that command. */
  answer(command: CommandName, response: unknown): void;
  refuse(command: CommandName, error: { code: string; message: string; facts?: object }): void;
}

/**
 * Creates a worker with planned responses. Any other command fails with an error that names the
 * command.
 */
export function createFakeWorker(): FakeWorker {
  const sent: SentCommand[] = [];
  const answers = new Map<string, unknown>();
  return {
    sent,
    send: createCommandSender(async (message) => {
      const { command, request } = readMessage(message);
      sent.push({ command, request });
      const notFaked = { code: "not-faked", message: `${command} is not faked.`, facts: {} };
      return answers.get(command) ?? { ok: false, error: notFaked };
    }),
    answer(command, response) {
      answers.set(command, { ok: true, response });
    },
    refuse(command, error) {
      answers.set(command, { ok: false, error: { facts: {}, ...error } });
    },
  };
}

function readMessage(message: unknown): SentCommand {
  if (typeof message === "object" && message !== null && "command" in message) {
    const { command } = message;
    return {
      command: String(command),
      request: "request" in message ? message.request : undefined,
    };
  }
  throw new Error("What was sent is no command.");
}

export const tenant: Tenant = {
  id: "http://localhost:4400",
  name: "local",
  origin: "http://localhost:4400",
  clientId: "demo-spa",
  colour: "none",
  isReadOnly: false,
  stream: defaultStreamPreferences,
};

export const listening = {
  name: "listening",
  since: now - 60_000,
  lastHeardAt: now - 12_000,
  resume: "now",
} as const;

export const tenantRef = "00ffa1b2c3d4e5f6";

/** A tenant with every setting in use. */
export const inUse: TenantActivity = {
  tenant,
  ref: tenantRef,
  credential: {
    kind: "client_credentials",
    scopes: ["read:events"],
    remembering: "session",
    isLocked: false,
  },
  isPermitted: true,
  stream: listening,
  unread: 0,
};

/** The differences from a tenant in full use without events; undefined removes a member. */
type Differing = { [Key in keyof TenantActivity]?: TenantActivity[Key] | undefined } & {
  [Key in keyof ActivitySnapshot]?: ActivitySnapshot[Key] | undefined;
};

function toSnapshot(differing: Differing): object {
  const { tenant: own = tenant, credential, isPermitted, stream, unread, ...rest } = differing;
  const hasTenant = !("tenant" in differing) || differing.tenant !== undefined;
  const one = {
    ...inUse,
    tenant: own,
    ...("credential" in differing ? { credential } : {}),
    ...(isPermitted === undefined ? {} : { isPermitted }),
    ...(stream === undefined ? {} : { stream }),
    ...(unread === undefined ? {} : { unread }),
  };
  return {
    tenants: hasTenant ? [one] : [],
    ...(hasTenant ? { selectedId: own.id } : {}),
    events: [],
    marks: [],
    ...rest,
  };
}

/** Returns the activity of a tenant in use, with the given changes. */
export function openActivity(differing: Differing = {}, worker: FakeWorker = createFakeWorker()) {
  let deliver: (message: unknown) => void = () => undefined;
  let end: () => void = () => undefined;
  const scheduled: { callback: () => void; delayMs: number }[] = [];
  const activity = new ActivityModel({
    send: worker.send,
    now: () => now,
    schedule(callback, delayMs) {
      scheduled.push({ callback, delayMs });
      return () => undefined;
    },
    connect: () => ({
      post: () => undefined,
      onMessage: (listener) => {
        deliver = listener;
      },
      onDisconnect: (listener) => {
        end = listener;
      },
      disconnect: () => undefined,
    }),
  });
  const tell = (snapshot: object) => deliver({ kind: "snapshot", number: 0, body: snapshot });
  tell(toSnapshot(differing));
  return {
    activity,
    worker,
    tell: (next: Differing) => tell(toSnapshot(next)),
    endWorker: () => end(),
    /** Lets the page connect to the worker again. */
    startWorker: () => {
      for (const { callback, delayMs } of scheduled.splice(0)) if (delayMs < 1_000) callback();
    },
  };
}

/** Returns a stored event with this sequence. */
export function makeEvent(sequence: number, over: Partial<ShownEvent> = {}): ShownEvent {
  const email = `user-${sequence}@example.com`;
  return {
    id: `evt_${sequence}`,
    type: "user.created",
    time: "2026-11-21T08:00:00.500Z",
    source: "urn:example:local.tenant",
    envelope: { id: `evt_${sequence}`, data: { object: { email } } },
    malformed: false,
    problems: [],
    tenantId: tenant.id,
    sequence,
    storedAt: now - sequence,
    subject: email,
    ...over,
  };
}
