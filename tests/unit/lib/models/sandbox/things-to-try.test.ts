import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { thingsToTry, type ThingToTry } from "../../../../../lib/models/sandbox/things-to-try.ts";
import { TryListModel } from "../../../../../lib/models/sandbox/try-list-model.ts";
import { createControlCaller } from "../../../../../lib/sandbox/call-control.ts";
import { NoSandboxError, readRemoval } from "../../../../../lib/sandbox/no-sandbox-error.ts";
import { toErrorResponse } from "../../../../../lib/sandbox/stored-state.ts";
import { createTenant, type Tenant } from "../../../../../tenant/app.ts";

const origin = "https://sandbox.invalid";

/** Opens the list over a sandbox in this process. */
function openList() {
  const tenant = createTenant({ origin, demoOrigins: [], controlHosts: ["sandbox.invalid"] });
  let changes = 0;
  const call = createControlCaller(`${origin}/_control`, async ({ url, method, headers, body }) => {
    const request = new Request(url, { method, headers, ...(body && { body: body.slice() }) });
    const response = await tenant.fetch(request);
    return { status: response.status, headers: response.headers, body: response.body };
  });
  const model = new TryListModel({ call, readRemoval, onChanged: () => (changes += 1) });
  return { tenant, model, changes: () => changes };
}

/** Opens the event stream of the sandbox. */
async function openEvents(tenant: Tenant): Promise<Response> {
  const client = tenant.describe().clients.find(({ client_id }) => client_id === "demo-management");
  const response = await tenant.fetch(
    new Request(`${origin}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: "demo-management",
        client_secret: client?.client_secret ?? "",
        audience: `${origin}/api/v2/`,
      }),
    }),
  );
  const { access_token: token } = z
    .object({ access_token: z.string() })
    .parse(await response.json());
  const headers = { authorization: `Bearer ${token}` };
  return await tenant.fetch(new Request(`${origin}/api/v2/events`, { headers }));
}

const find = (id: string): ThingToTry => {
  const thing = thingsToTry.find((each) => each.id === id);
  if (thing === undefined) throw new Error(`There is nothing named ${id} to try.`);
  return thing;
};

describe("the things to try with the sandbox", () => {
  test.each(thingsToTry.map((thing) => [thing.title, thing] as const))(
    "the sandbox accepts: %s",
    async (_title, thing) => {
      const { model, tenant, changes } = openList();
      const before = JSON.stringify(tenant.save());
      await model.run(thing);
      expect(model.outcome.value).toEqual({ id: thing.id, state: "done" });
      expect(changes()).toBe(1);
      // Without a stream, a cut stream leaves no trace.
      expect(JSON.stringify(tenant.save()) === before).toBe(thing.id === "cut");
    },
  );

  test("all can be put back", async () => {
    const { model, tenant } = openList();
    const state = () => {
      const { events: _events, ...others } = tenant.save();
      return others;
    };
    const before = state();
    for (const thing of thingsToTry) await model.run(thing);
    expect(state()).toEqual(before);
  });

  test("change what they say", async () => {
    const { model, tenant } = openList();
    await model.run(find("hs256"));
    await model.run(find("callback"));
    await model.run(find("blocked"));
    const application = tenant.describe().clients.find(({ client_id }) => client_id === "demo-spa");
    expect(application).toMatchObject({ id_token_signing_alg: "HS256", callbacks: [] });
    await model.run(find("gap"));
    expect(tenant.save().events.events).toHaveLength(3);
  });

  test("give a new stream a position before it loses events", async () => {
    const { model, tenant } = openList();
    const received = (await openEvents(tenant)).text();
    await model.run(find("gap"));
    expect(await received).toContain("event: user.created");
  });

  test("name the user of the button that logs in without a typed password", () => {
    const [first] = openList().tenant.describe().users;
    expect(find("blocked").look).toContain(`“Log in as ${first?.email}”`);
  });

  test("report a refusal, and change nothing at the same time", async () => {
    const { model, changes } = openList();
    const wrong = { ...find("events"), calls: [{ method: "POST", path: "/nowhere" }] } as const;
    const first = model.run(wrong);
    await model.run(find("events"));
    await first;
    expect(model.outcome.value).toEqual({ id: "events", state: "refused" });
    expect(changes()).toBe(0);
  });

  test("report a sandbox that was removed", async () => {
    const call = createControlCaller(`${origin}/_control`, async ({ headers: sent }) => {
      const { status, headers, body } = toErrorResponse(new NoSandboxError(), sent);
      return { status, headers, body };
    });
    const model = new TryListModel({ call, readRemoval, onChanged: () => undefined });
    await model.run(find("events"));
    expect(model.outcome.value).toEqual({ id: "events", state: "removed" });
  });
});
