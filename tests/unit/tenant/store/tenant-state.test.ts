import { describe, expect, test } from "vitest";
import { createTenant, type Tenant } from "../../../../tenant/app.ts";
import { createSeededFill } from "../../../../tenant/core/random.ts";
import { tenantStateSchema, type TenantState } from "../../../../tenant/store/tenant-state.ts";
import {
  demoOrigin,
  logIn,
  openTenant,
  origin,
  readJson,
  sharedKeys,
  startTime,
} from "../open-tenant.ts";
import { readFrames } from "../read-frames.ts";

function start(options: { state?: TenantState; seed?: string } = {}): Tenant {
  return createTenant({
    origin,
    demoOrigins: [demoOrigin],
    now: () => startTime,
    keys: sharedKeys,
    ...(options.state !== undefined && { state: options.state }),
    ...(options.seed !== undefined && { fillRandom: createSeededFill(options.seed) }),
  });
}

/** Returns the state as a file would contain it. */
function passThroughJson(state: TenantState): TenantState {
  return tenantStateSchema.parse(JSON.parse(JSON.stringify(state)));
}

describe("a tenant that starts with the state of an earlier one", () => {
  test("has its users, profiles, settings and sessions", async () => {
    const open = openTenant();
    const token = await open.getToken();
    await open.control("POST", "users", { email: "new@example.com", password: "a-password-3" });
    await open.call(token, "POST", "/api/v2/token-exchange-profiles", {
      name: "Kept",
      subject_token_type: "urn:acme:kept",
      action_id: "act_demo_legacy",
      type: "custom_authentication",
    });
    const link = "/api/v2/users/auth0%7C65f1c0ada000000000000001/identities";
    await open.call(token, "POST", link, {
      provider: "auth0",
      user_id: "65f1c0face00000000000002",
    });
    await open.control("PUT", "faults", { "create-refused": true });
    await open.control("PATCH", "limits", { eventStreams: 2 });
    await open.control("PUT", "clock", { skew: 5 });
    await logIn(open);
    await open.send("/dbconnections/change_password", {
      method: "POST",
      body: new URLSearchParams({
        client_id: "demo-spa",
        email: "ada@example.com",
        connection: "Username-Password-Authentication",
      }),
    });
    const state = open.tenant.save();
    expect(state).toMatchObject({
      mailbox: [{ kind: "password_reset" }],
      mailTickets: [{ value: { purpose: "reset_password" } }],
      attempts: [{ used: 1 }],
      ruleRuns: { total: 1 },
    });
    expect(state.sessions).toHaveLength(1);
    const tenant = start({ state: passThroughJson(state) });
    await tenant.ready;
    const { starts, ...restarted } = tenant.save();
    expect(starts).toBe(state.starts + 1);
    expect({ ...restarted, starts: state.starts }).toEqual(state);
  });

  test("resumes the event stream from an earlier cursor without lost events", async () => {
    const open = openTenant();
    const token = await open.getToken();
    const frames = readFrames(await open.call(token, "GET", "/api/v2/events"));
    await frames.take(2);
    await open.control("POST", "events", { count: 5 });
    const seen = await frames.take(5);
    await frames.cancel();
    const tenant = start({ state: passThroughJson(open.tenant.save()) });
    const response = await tenant.fetch(
      new Request(`${origin}/api/v2/events?from=${seen[1]?.id}`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    );
    const resumed = readFrames(response);
    await resumed.take(2);
    expect(await resumed.take(3)).toEqual(seen.slice(2));
    await resumed.cancel();
  });

  test("accepts an earlier cursor of a list", async () => {
    const open = openTenant({ connectionProfiles: 10 });
    const token = await open.getToken();
    const path = "/api/v2/connection-profiles";
    await open.call(token, "DELETE", `${path}/cop_3hFzK9gNwP6tVxEaQrMuBd`);
    for (const name of ["a", "b"]) await open.call(token, "POST", path, { name });
    const first = await readJson(await open.call(token, "GET", `${path}?take=2`));
    const next = /"next":"([^"]+)"/.exec(JSON.stringify(first))?.[1] ?? "";
    const tenant = start({ state: passThroughJson(open.tenant.save()) });
    const request = new Request(`${origin}${path}?from=${next}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await readJson(await tenant.fetch(request))).toMatchObject({
      connection_profiles: [{ name: "b" }],
    });
  });
});

describe("a seed", () => {
  async function createUser(tenant: Tenant): Promise<TenantState> {
    await tenant.ready;
    await tenant.fetch(
      new Request(`${origin}/_control/users`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "new@example.com", password: "a-password-3" }),
      }),
    );
    return tenant.save();
  }

  test("creates the same identifiers in two tenants, and other identifiers with another seed", async () => {
    const [one, two, other] = await Promise.all(
      ["a", "a", "b"].map(async (seed) => await createUser(start({ seed }))),
    );
    expect(one).toEqual(two);
    expect(one?.users.at(-1)?.user_id).not.toBe(other?.users.at(-1)?.user_id);
    expect(one?.events.run).not.toBe(other?.events.run);
  });
});
