import { describe, expect, test } from "vitest";
import { catchManagementError } from "./fakes.ts";
import { connect, exchangeBody, tenantOrigin } from "./in-process-tenant.ts";

describe("token exchange profiles of the local tenant", () => {
  test("are loaded, updated and deleted", async () => {
    const { logIn, clock } = connect();
    const client = logIn();
    const created = await client.createTokenExchangeProfile(exchangeBody(1));
    expect((await client.listAllTokenExchangeProfiles()).items).toContainEqual(created);
    clock.advance(1000);
    const renamed = await client.updateTokenExchangeProfile(created.id, { name: "Renamed" });
    expect(renamed).toEqual({
      ...created,
      name: "Renamed",
      updated_at: new Date(clock.now()).toISOString(),
    });
    await client.deleteTokenExchangeProfile(created.id);
    await client.deleteTokenExchangeProfile(created.id);
    const work = client.updateTokenExchangeProfile(created.id, { name: "Renamed" });
    expect(await catchManagementError(work)).toMatchObject({
      code: "not-found",
      status: 404,
      field: "id",
    });
  });

  test("keep their subject token type when an update of another profile requests it", async () => {
    const client = connect().logIn();
    await client.createTokenExchangeProfile(exchangeBody(1));
    const { id } = await client.createTokenExchangeProfile(exchangeBody(2));
    const { subject_token_type } = exchangeBody(1);
    expect(
      await catchManagementError(client.updateTokenExchangeProfile(id, { subject_token_type })),
    ).toMatchObject({ code: "conflict", field: "subject_token_type" });
  });

  test("are rejected with the field if the id has another format", async () => {
    const client = connect().logIn();
    const error = await catchManagementError(
      client.updateTokenExchangeProfile("tep_1", { name: "Renamed" }),
    );
    expect(error).toMatchObject({ code: "invalid-id", field: "id" });
  });

  test("are listed completely", async () => {
    const client = connect().logIn();
    for (let number = 0; number < 100; number += 1)
      await client.createTokenExchangeProfile(exchangeBody(number));
    const { items, isComplete } = await client.listAllTokenExchangeProfiles();
    expect(items).toHaveLength(100);
    expect(isComplete).toBe(true);
  });
});

describe("connection profiles of the local tenant", () => {
  test("are listed over several pages", async () => {
    const tenant = connect();
    const token = await tenant.tokenOf()({ renew: false });
    for (let number = 0; number < 21; number += 1) {
      const response = await tenant.fetch(`${tenantOrigin}/api/v2/connection-profiles`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ name: `profile-${number}` }),
      });
      expect(response.status).toBe(201);
    }
    const { items, isComplete } = await tenant.logIn().listAllConnectionProfiles();
    expect(items).toHaveLength(23);
    expect(isComplete).toBe(true);
  });
});
