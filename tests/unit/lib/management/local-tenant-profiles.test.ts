import { describe, expect, test } from "vitest";
import { catchManagementError } from "./fakes.ts";
import { connect, exchangeBody } from "./in-process-tenant.ts";

describe("token exchange profiles of the local tenant", () => {
  test("are read, changed and deleted", async () => {
    const { logIn, clock } = connect();
    const client = logIn();
    const created = await client.createTokenExchangeProfile(exchangeBody(1));
    expect(await client.getTokenExchangeProfile(created.id)).toEqual(created);
    clock.advance(1000);
    const renamed = await client.updateTokenExchangeProfile(created.id, { name: "Renamed" });
    expect(renamed).toEqual({
      ...created,
      name: "Renamed",
      updated_at: new Date(clock.now()).toISOString(),
    });
    await client.deleteTokenExchangeProfile(created.id);
    await client.deleteTokenExchangeProfile(created.id);
    expect(await catchManagementError(client.getTokenExchangeProfile(created.id))).toMatchObject({
      code: "not-found",
      status: 404,
      field: "id",
    });
  });

  test("keep a subject token type to themselves when another is changed", async () => {
    const client = connect().logIn();
    await client.createTokenExchangeProfile(exchangeBody(1));
    const { id } = await client.createTokenExchangeProfile(exchangeBody(2));
    const { subject_token_type } = exchangeBody(1);
    expect(
      await catchManagementError(client.updateTokenExchangeProfile(id, { subject_token_type })),
    ).toMatchObject({ code: "conflict", field: "subject_token_type" });
  });

  test("are refused with the field when the id has another form", async () => {
    const client = connect().logIn();
    const error = await catchManagementError(client.getTokenExchangeProfile("tep_1"));
    expect(error).toMatchObject({ code: "invalid-id", field: "id" });
  });

  test("are listed to the last one", async () => {
    const client = connect().logIn();
    for (let number = 0; number < 100; number += 1)
      await client.createTokenExchangeProfile(exchangeBody(number));
    const { items, isComplete } = await client.listAllTokenExchangeProfiles();
    expect(items).toHaveLength(100);
    expect(isComplete).toBe(true);
  });
});

describe("connection profiles of the local tenant", () => {
  test("are created and deleted, and listed over pages", async () => {
    const client = connect().logIn();
    for (let number = 0; number < 21; number += 1)
      await client.createConnectionProfile({ name: `profile-${number}` });
    const { items, isComplete } = await client.listAllConnectionProfiles();
    expect(items).toHaveLength(23);
    expect(isComplete).toBe(true);
    for (const { id } of items) await client.deleteConnectionProfile(id);
    expect(await client.listConnectionProfiles()).toEqual({ items: [] });
  });

  test("clash with one of the same name", async () => {
    const client = connect().logIn();
    const work = client.createConnectionProfile({ name: "workforce" });
    expect(await catchManagementError(work)).toMatchObject({ code: "conflict", status: 409 });
  });
});
