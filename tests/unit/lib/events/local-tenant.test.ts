import { describe, expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";

import { eventTypes } from "../../../../lib/events/payloads/event-types.ts";
import { createTenant } from "../../../../tenant/app.ts";
import { start } from "./fake-clock.ts";
import { createHarness, tenantId } from "./subscription-harness.ts";

const origin = "http://localhost:4400";
const tokenSchema = z.object({ access_token: z.string() });
const userSchema = z.object({ event_id: z.string() });
const listSchema = z.object({
  events: z.array(z.object({ cursor: z.string(), event: z.unknown() })),
});
const emittedSchema = z.object({ event_ids: z.array(z.string()) });

/** Starts the whole local tenant in this process. */
function startTenant() {
  const tenant = createTenant({ origin: origin, demoOrigins: [], now: () => start });
  onTestFinished(() => tenant.stop());
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const response = await tenant.fetch(
      new Request(`${origin}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
    return response.json();
  };
  return {
    fetch: (url: string, init: RequestInit) => tenant.fetch(new Request(url, init)),
    async getToken(scope: string) {
      const answer = await post("/oauth/token", {
        grant_type: "client_credentials",
        client_id: "demo-management",
        client_secret: "demo-management-secret",
        audience: `${origin}/api/v2/`,
        scope,
      });
      return tokenSchema.parse(answer).access_token;
    },
    createUser: async (email: string) =>
      userSchema.parse(await post("/_control/users", { email, password: "long-enough-1" }))
        .event_id,
    emit: async (count: number, type: string = "user.created") =>
      emittedSchema.parse(await post("/_control/events", { count, type })).event_ids,
    /** Returns the events that the tenant emitted, from its own records. */
    async list() {
      const response = await tenant.fetch(new Request(`${origin}/_control/events`));
      return listSchema.parse(await response.json()).events;
    },
    dropStreams: () => post("/_control/streams/drop", {}),
  };
}

async function subscribe(scope = "read:events") {
  let tenant = startTenant();
  const queries: Record<string, string>[] = [];
  const h = await createHarness({
    baseUrl: `${origin}/api/v2`,
    fetch: (url, init) => {
      queries.push(Object.fromEntries(new URL(url).searchParams));
      return tenant.fetch(url, init);
    },
    accessToken: () => tenant.getToken(scope),
  });
  h.subscription.start();
  return {
    ...h,
    /** Returns the query of each stream request. */
    queries,
    get tenant() {
      return tenant;
    },
    restartTenant() {
      tenant = startTenant();
    },
  };
}

describe("with the local tenant", () => {
  test("receives the event of a created user, which conforms to the API", async () => {
    const h = await subscribe();
    await h.reach("listening");
    const id = await h.tenant.createUser("rosa@example.com");
    await h.until(() => h.ids().length === 1);
    expect(h.reported[0]?.stored).toMatchObject([
      { id, type: "user.created", sequence: 1, malformed: false, problems: [] },
    ]);
  });

  for (const type of eventTypes) {
    test(
      `stores an event of type ${type} as it was emitted, and it conforms to the API`,
      { tags: [`events.type.${type}`] },
      async () => {
        const h = await subscribe();
        await h.reach("listening");
        const [id] = await h.tenant.emit(1, type);
        await h.until(() => h.ids().length === 1);
        const [emitted] = await h.tenant.list();
        expect(h.reported[0]?.stored).toEqual([
          expect.objectContaining({ id, type, malformed: false, problems: [], sequence: 1 }),
        ]);
        expect(h.reported[0]?.stored[0]?.envelope).toEqual(emitted?.event);
        expect(h.reported[0]?.stored[0]?.subjectKey).toBeTypeOf("string");
      },
    );
  }

  test(
    "resumes only from the offset of the last event",
    { tags: ["events.message.offset"] },
    async () => {
      const h = await subscribe();
      await h.reach("listening");
      await h.tenant.emit(3);
      await h.until(() => h.ids().length === 3);
      const cursors = (await h.tenant.list()).map(({ cursor }) => cursor);
      expect(h.reported.flatMap(({ stored }) => stored).map(({ offset }) => offset)).toEqual(
        cursors,
      );
      await h.tenant.dropStreams();
      await h.reach("waiting:rotation");
      h.passWait();
      await h.reach("listening");
      expect(h.queries.at(-1)).toEqual({ from: cursors[2] });
    },
  );

  test("receives the events of an interruption afterwards, each once", async () => {
    const h = await subscribe();
    await h.reach("listening");
    const ids = [await h.tenant.createUser("rosa@example.com")];
    await h.until(() => h.ids().length === 1);
    await h.tenant.dropStreams();
    await h.reach("waiting:rotation");
    ids.push(...(await h.tenant.emit(40)));
    h.passWait();
    await h.until(() => h.ids().length === 41);
    expect(h.ids()).toEqual(ids);
    expect((await h.log.summary(tenantId)).count).toBe(41);
    expect(await h.log.marks(tenantId)).toEqual([]);
  });

  test("records one gap and resumes if the tenant no longer has the cursor", async () => {
    const h = await subscribe();
    await h.reach("listening");
    await h.tenant.emit(1);
    await h.until(() => h.ids().length === 1);
    await h.subscription.stop();
    h.restartTenant();
    h.subscription.start();
    await h.reach("waiting:position-lost");
    h.passWait();
    await h.reach("listening");
    await h.tenant.emit(1);
    await h.until(() => h.ids().length === 2);
    expect(await h.log.marks(tenantId)).toMatchObject([
      { kind: "gap", from: "2026-11-21T08:00:10Z", afterSequence: 1 },
    ]);
  });

  test("reports credentials without the scope", async () => {
    const h = await subscribe("read:connection_profiles");
    expect(await h.reach("stopped:insufficient-scope")).toMatchObject({ since: start });
  });
});
