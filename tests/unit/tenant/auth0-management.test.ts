import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { ManagementClient } from "auth0";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";

// The package speaks https only and runs unchanged, at its usual URLs. This process trusts the
// tenant's certificate, as a user of --https would.

const wanted = {
  name: "Legacy tokens",
  subject_token_type: "urn:acme:legacy",
  action_id: "act_demo_legacy",
  type: "custom_authentication",
} as const;

async function startWithClient(): Promise<{ tenant: RunningTenant; client: ManagementClient }> {
  const tenant = await startTenant({ port: 0, demoPort: 0, isHttps: true });
  onTestFinished(async () => await tenant.stop());
  setDefaultCACertificates([...trusted, tenant.certificate ?? ""]);
  const client = new ManagementClient({
    domain: new URL(tenant.origin).host,
    clientId: "demo-management",
    clientSecret: "demo-management-secret",
    maxRetries: 0,
  });
  return { tenant, client };
}

let trusted: string[] = [];
beforeAll(() => {
  trusted = getCACertificates("default");
});

async function emit(tenant: RunningTenant, count: number): Promise<void> {
  await fetch(`${tenant.origin}/_control/events`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type: "user.created", count }),
  });
}

describe("the npm package auth0 at the tenant", () => {
  test("creates, lists with take, reads, updates and deletes token exchange profiles", async () => {
    const { client } = await startWithClient();
    const profiles = client.tokenExchangeProfiles;
    const first = await profiles.create(wanted);
    for (const name of ["Second", "Third"]) {
      await profiles.create({ ...wanted, name, subject_token_type: `urn:acme:${name}` });
    }
    const names: (string | undefined)[] = [];
    for await (const profile of await profiles.list({ take: 2 })) names.push(profile.name);
    expect(names).toEqual(["Legacy tokens", "Second", "Third"]);
    const id = first.id ?? "";
    await profiles.update(id, { name: "Renamed" });
    expect(await profiles.get(id)).toMatchObject({ ...wanted, name: "Renamed" });
    await profiles.delete(id);
    await expect(profiles.get(id)).rejects.toMatchObject({ statusCode: 404 });
    await expect(
      profiles.create({ ...wanted, subject_token_type: "urn:acme:Second" }),
    ).rejects.toMatchObject({ statusCode: 409 });
  });

  test("creates, lists, updates and deletes connection profiles, and reads their templates", async () => {
    const { client } = await startWithClient();
    const profiles = client.connectionProfiles;
    const made = await profiles.create({ name: "contractors", enabled_features: ["scim"] });
    const id = made.id ?? "";
    expect(await profiles.update(id, { enabled_features: ["universal_logout"] })).toMatchObject({
      name: "contractors",
      enabled_features: ["universal_logout"],
    });
    const names: (string | undefined)[] = [];
    for await (const profile of await profiles.list({ take: 2 })) names.push(profile.name);
    expect(names).toEqual(["workforce", "partners", "contractors"]);
    const { connection_profile_templates: templates } = await profiles.listTemplates();
    expect(templates?.length).toBeGreaterThan(0);
    await profiles.delete(id);
    await expect(profiles.get(id)).rejects.toMatchObject({ statusCode: 404 });
  });

  test("follows the events and resumes from an offset without lost or repeated events", async () => {
    const { tenant, client } = await startWithClient();
    const offsets: string[] = [];
    const ids: string[] = [];
    const stream = await client.events.subscribe({ event_type: ["user.created"] });
    await emit(tenant, 4);
    for await (const message of stream) {
      if (message.type !== "user.created") continue;
      offsets.push(message.offset);
      ids.push(message.event.id);
      if (ids.length === 4) break;
    }
    const resumed: string[] = [];
    for await (const message of await client.events.subscribe({ from: offsets[1] ?? "" })) {
      if (message.type !== "user.created") continue;
      resumed.push(message.event.id);
      if (resumed.length === 2) break;
    }
    expect(resumed).toEqual(ids.slice(2));
  });

  test("reads, changes, links and unlinks users", async () => {
    const { client } = await startWithClient();
    const ada = "auth0|65f1c0ada000000000000001";
    await client.users.update(ada, { user_metadata: { theme: "dark" } });
    expect(await client.users.get(ada)).toMatchObject({ user_metadata: { theme: "dark" } });
    const linked = await client.users.identities.link(ada, {
      provider: "auth0",
      user_id: "65f1c0face00000000000002",
    });
    expect(linked).toHaveLength(2);
    const left = await client.users.identities.delete(ada, "auth0", "65f1c0face00000000000002");
    expect(left).toHaveLength(1);
  });
});
