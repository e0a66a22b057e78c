import { describe, expect, test } from "vitest";
import { inspectToken } from "../../../../../lib/tokens/inspect-token.ts";
import { nameKind } from "../../../../../lib/tokens/kinds/name-kind.ts";
import { encode, writeToken } from "../sign-token.ts";

const write = (header: object, payload: object) => writeToken({ alg: "RS256", ...header }, payload);
const writeJwe = (header: object) => `${encode(JSON.stringify(header))}.AAAA.AAAA.AAAA.AAAA`;

describe("nameKind", () => {
  test.each([
    ["ID token", write({}, { nonce: "n" }), undefined],
    ["ID token", write({}, { sub: "ada" }), "id_token"],
    ["Access token (RFC 9068)", write({ typ: "at+jwt" }, {}), undefined],
    ["Access token (RFC 9068)", write({ typ: "at+jwt" }, {}), "id_token"],
    ["Access token, bound to a DPoP key", write({}, { cnf: { jkt: "x" } }), "access_token"],
    ["Logout token", write({ typ: "logout+jwt" }, {}), undefined],
    ["DPoP proof", write({ typ: "dpop+jwt" }, {}), "DPoP"],
    ["JWT", write({}, { sub: "ada" }), undefined],
    ["Encrypted token (JWE)", writeJwe({ alg: "dir", enc: "A128GCM" }), "id_token"],
    [
      "Encrypted JWT (JWE with a signed token)",
      writeJwe({ alg: "dir", enc: "A128GCM", cty: "JWT" }),
      undefined,
    ],
    ["Refresh token", "opaque-1234", "refresh_token"],
    ["Opaque access token", "opaque-1234", "access_token"],
    ["Opaque token", "opaque-1234", undefined],
    ["JWS without readable claims", `${encode('{"alg":"RS256"}')}.${encode("{")}.AAAA`, "id_token"],
  ])("is %s", async (kind, text, name) => {
    expect(nameKind(text, name)).toBe(kind);
    const report = await inspectToken(text, { now: 0, ...(name === undefined ? {} : { name }) });
    expect(report.kind === "unreadable" ? kind : report.tokenKind.title).toBe(kind);
  });
});
