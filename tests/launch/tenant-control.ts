import * as z from "zod/mini";
import { waitFor } from "./wait-for.ts";

const entrySchema = z.looseObject({
  sequence: z.int(),
  kind: z.enum(["request", "fact"]),
  fact: z.optional(z.string()),
  details: z.optional(z.record(z.string(), z.unknown())),
  method: z.optional(z.string()),
  path: z.optional(z.string()),
  query: z.optional(z.array(z.tuple([z.string(), z.string()]))),
  status: z.optional(z.int()),
  origin: z.optional(z.string()),
});
export type TenantLogEntry = z.infer<typeof entrySchema>;

const logSchema = z.object({ entries: z.array(entrySchema) });
const mailSchema = z.object({
  messages: z.array(
    z.object({
      kind: z.string(),
      channel: z.enum(["email", "sms"]),
      code: z.optional(z.string()),
      link: z.optional(z.string()),
    }),
  ),
});
type Mail = z.infer<typeof mailSchema>["messages"][number];
const newUserSchema = z.object({ user_id: z.string(), event_id: z.string() });
const streamsSchema = z.object({ streams: z.array(z.object({ state: z.string() })) });
const emittedSchema = z.object({ event_ids: z.array(z.string()) });

/** The control interface of the local tenant: its log, its faults and its planned behaviour. */
export class TenantControl {
  readonly #base: string;

  constructor(origin: string) {
    this.#base = `${origin}/_control`;
  }

  /** Entries after a sequence, oldest first. */
  async log(after = 0): Promise<TenantLogEntry[]> {
    return logSchema.parse(await this.#call("GET", `/log?after=${after}`)).entries;
  }

  /** The sequence of the newest entry. */
  async logEnd(): Promise<number> {
    return (await this.log()).at(-1)?.sequence ?? 0;
  }

  /** The requests after a sequence, oldest first: `POST /oauth/token 200`. */
  async requests(after: number): Promise<string[]> {
    const requests = (await this.log(after)).filter(({ kind }) => kind === "request");
    return requests.map(({ method, path, status }) => `${method} ${path} ${status}`);
  }

  /** The details of the actions with this name after a sequence, oldest first. */
  async facts(name: string, after = 0): Promise<TenantLogEntry["details"][]> {
    const facts = (await this.log(after)).filter(({ fact }) => fact === name);
    return facts.map(({ details }) => details);
  }

  /** E-mails or text messages to an address or number, oldest first. */
  async mail(to: string): Promise<Mail[]> {
    const path = `/mailbox?to=${encodeURIComponent(to)}`;
    return mailSchema.parse(await this.#call("GET", path)).messages;
  }

  /** Creates a user that can log in; the tenant emits `user.created`. */
  async createUser(email: string): Promise<{ userId: string; eventId: string }> {
    const created = newUserSchema.parse(
      await this.#call("POST", "/users", { email, password: "a-passphrase-for-tests-1" }),
    );
    return { userId: created.user_id, eventId: created.event_id };
  }

  /** Moves the tenant's clock by a number of seconds. */
  async setClock(skew: number): Promise<void> {
    await this.#call("PUT", "/clock", { skew });
  }

  /** Waits until an event stream is open; the first stream begins with later events. */
  async untilListened(): Promise<void> {
    const isListened = async () => {
      const { streams } = streamsSchema.parse(await this.#call("GET", "/streams"));
      return streams.some(({ state }) => state === "open");
    };
    await waitFor(isListened, { what: "an event stream to be open" });
  }

  /** Emits events and returns their ids. */
  async emitEvents(count: number): Promise<string[]> {
    return emittedSchema.parse(await this.#call("POST", "/events", { count })).event_ids;
  }

  /** Emits one event with these fields in place of the generated ones, and returns its ID. */
  async emit(event: {
    type: string;
    object?: object;
    context?: object;
    test?: boolean;
  }): Promise<string> {
    const { event_ids: ids } = emittedSchema.parse(await this.#call("POST", "/events", event));
    return ids[0] ?? "";
  }

  /** Changes limits of the tenant, such as `retainedEvents`. */
  async limit(limits: Readonly<Record<string, number>>): Promise<void> {
    await this.#call("PATCH", "/limits", limits);
  }

  /** Closes all event streams without an error. */
  async dropStreams(): Promise<void> {
    await this.#call("POST", "/streams/drop", {});
  }

  /** Plans the response to the next requests for a path, in place of the route. */
  async planResponse(plan: {
    path: string;
    status?: number;
    times?: number;
    headers?: Readonly<Record<string, string>>;
    body?: string;
    method?: "GET" | "POST";
    /** The delay in milliseconds. */
    delay?: number;
  }): Promise<void> {
    await this.#call("POST", "/responses", plan);
  }

  /** Removes all planned responses. */
  async clearResponses(): Promise<void> {
    await this.#call("DELETE", "/responses");
  }

  /** Replaces settings of a client, such as its web origins. */
  async changeClient(id: string, change: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#call("PATCH", `/clients/${id}`, change);
  }

  /** Blocks a user, who then cannot log in. */
  async blockUser(userId: string): Promise<void> {
    await this.#call("PATCH", `/users/${encodeURIComponent(userId)}`, { blocked: true });
  }

  /** Restores the state of a new tenant. */
  async reset(): Promise<void> {
    await this.#call("POST", "/reset");
  }

  async plant(fault: string, isPlanted = true): Promise<void> {
    await this.#call("PUT", "/faults", { [fault]: isPlanted });
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.#base}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) {
      throw new Error(
        `The tenant rejected ${method} /_control${path} with status ${response.status}.`,
      );
    }
    return answer;
  }
}
