import { describe, expect, test } from "vitest";
import { suggestClients } from "../../../../../lib/models/tokens/suggest-clients.ts";
import { inspectToken } from "../../../../../lib/tokens/inspect-token.ts";
import { writeToken } from "../../tokens/sign-token.ts";

const suggest = async (claims: object, known: readonly string[] = []) =>
  suggestClients(known, await inspectToken(writeToken({ alg: "RS256" }, claims), { now: 0 }));

describe("suggestClients", () => {
  test("lists each known client ID once, and those of the token with their claim", async () => {
    const claims = { aud: ["app-1", "api"], azp: "app-2", client_id: "api" };
    expect(await suggest(claims, ["app-1", "", "app-1"])).toEqual([
      { clientId: "app-1" },
      { clientId: "api", claim: "aud" },
      { clientId: "app-2", claim: "azp" },
    ]);
  });

  test.each([
    ["a number", 7],
    ["an empty text", ""],
    ["a long text", "a".repeat(201)],
    ["markup", "'><img src=x>"],
    ["hidden characters", "app\u202e"],
    ["objects", [{ a: 1 }, null]],
  ])("leaves out %s", async (_, aud) => {
    expect(await suggest({ aud })).toEqual([]);
  });

  test("lists ten at most, and only known ones without a readable token", async () => {
    const aud = Array.from({ length: 50 }, (_, at) => `app-${at}`);
    expect(await suggest({ aud }, ["known"])).toHaveLength(10);
    expect(suggestClients(["known"], undefined)).toEqual([{ clientId: "known" }]);
  });
});
