import { describe, expect, test } from "vitest";

import {
  catchRemoteError,
  goodCredential,
  openWorker,
  tenantOrigin,
  testSecret,
  sessionCredential,
  tenantDetails,
} from "./inspector-harness.ts";

describe("saving a credential", () => {
  test("reports the permissions of the credential, and never returns it", async () => {
    const worker = openWorker();
    await worker.send("tenant.save", tenantDetails);
    const summary = await worker.send("credential.save", sessionCredential);
    expect(summary).toMatchObject({ kind: "client_credentials" });
    expect(summary.scopes).toContain("create:token_exchange_profiles");
    expect(JSON.stringify(summary)).not.toContain(testSecret);
  });

  test("requires a tenant", async () => {
    const { send } = openWorker();
    const error = await catchRemoteError(send("credential.save", sessionCredential));
    expect(error).toMatchObject({ code: "no-tenant", message: expect.stringContaining("options") });
  });

  test("reports a wrong secret, and keeps the stored credential", async () => {
    const worker = openWorker();
    await worker.setUp();
    const before = worker.stores.credentials.kept.text;
    const credential = { ...goodCredential, clientSecret: "wrong" };
    const error = await catchRemoteError(
      worker.send("credential.save", { ...sessionCredential, credential }),
    );
    expect(error.code).toBe("credentials-refused");
    expect(error.message).toMatch(/Check the client ID and secret/);
    expect(worker.stores.credentials.kept.text).toBe(before);
    expect(await worker.snapshot()).toMatchObject({ tenants: [{ stream: { name: "listening" } }] });
  });

  test("a removed credential ends the stream", async () => {
    const worker = openWorker();
    await worker.setUp();
    await worker.send("credential.forget", { tenantId: tenantOrigin });
    expect(worker.stores.credentials.kept.text).toBeUndefined();
    const [activity] = (await worker.snapshot()).tenants;
    expect(activity?.credential).toBeUndefined();
    expect(activity?.stream).toMatchObject({ name: "stopped", why: "not-started" });
  });
});
