import { describe, expect, test } from "vitest";
import {
  creationCheckSchema,
  checkCreation,
} from "../../../../../lib/management/calls/check-creation.ts";
import { catchManagementError } from "../fakes.ts";
import { connect, exchangeBody } from "../in-process-tenant.ts";

const body = exchangeBody(1);
const profile = { ...body, id: "tep_1", created_at: "2026-11-21T12:00:00.000Z" };

describe("a create request without a response", () => {
  test("took effect if the list contains the profile", () => {
    const items = [{ ...exchangeBody(2), id: "tep_2" }, profile];
    expect(checkCreation(body, { items, isComplete: false })).toMatchObject({
      kind: "made",
      profile,
    });
  });

  test.each([{ name: "Another name" }, { action_id: "act_other" }])(
    "did not take effect if another profile has the subject token type (%#)",
    (change) => {
      const other = { ...profile, ...change };
      const check = checkCreation(body, { items: [other], isComplete: true });
      expect(check).toMatchObject({ kind: "taken", profile: other });
      expect(check.message).toContain(JSON.stringify(other.name));
    },
  );

  test("did not take effect if the complete list does not contain the profile", () => {
    const items = [{ ...profile, subject_token_type: "URN:acme:legacy-token-1" }];
    expect(checkCreation(body, { items, isComplete: true }).kind).toBe("not-made");
  });

  test("has an unknown outcome if the list is incomplete", () => {
    expect(checkCreation(body, { items: [], isComplete: false }).kind).toBe("unknown");
  });

  test.each([
    { items: [profile], isComplete: true },
    { items: [{ ...profile, name: "x" }], isComplete: true },
    { items: [], isComplete: true },
    { items: [], isComplete: false },
  ])("has a check result that can be cloned to another context (%#)", (list) => {
    const check = checkCreation(body, list);
    expect(check.message).toMatch(/^[A-Z].*\.$/u);
    expect(creationCheckSchema.parse(structuredClone(check))).toEqual(check);
  });
});

describe("a lost response of the local tenant", () => {
  test("is distinguished from a lost request, and no second profile is created", async () => {
    const { fetch, logIn } = connect();
    let lose: "answer" | "request" | undefined;
    const client = logIn(undefined, async (url, init) => {
      const loss = init.method === "POST" ? lose : undefined;
      if (loss === "request") throw new TypeError("failed to fetch");
      const response = await fetch(url, init);
      if (loss === "answer") throw new TypeError("failed to fetch");
      return response;
    });
    lose = "request";
    const first = await catchManagementError(client.createTokenExchangeProfile(body));
    expect(first).toMatchObject({ code: "answer-lost", isInDoubt: true });
    expect((await client.checkTokenExchangeProfileCreation(body)).kind).toBe("not-made");
    lose = "answer";
    const second = await catchManagementError(client.createTokenExchangeProfile(body));
    expect(second.toFacts()).toEqual(first.toFacts());
    expect(await client.checkTokenExchangeProfileCreation(body)).toMatchObject({
      kind: "made",
      profile: body,
    });
    expect((await client.listAllTokenExchangeProfiles()).items).toHaveLength(1);
  });
});
