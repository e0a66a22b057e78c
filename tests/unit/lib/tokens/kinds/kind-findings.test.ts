import { describe, expect, test } from "vitest";
import { decodeToken } from "../../../../../lib/tokens/decode-token.ts";
import type { FindingsContext } from "../../../../../lib/tokens/finding.ts";
import { findLogoutFindings } from "../../../../../lib/tokens/kinds/find-logout-findings.ts";
import { findTypeFindings } from "../../../../../lib/tokens/kinds/find-type-findings.ts";
import { writeToken } from "../sign-token.ts";

const event = "http://schemas.openid.net/event/backchannel-logout";

function decode(header: object, payload: object) {
  const decoded = decodeToken(writeToken({ alg: "RS256", ...header }, payload));
  if (!decoded.ok) throw new Error(decoded.failure.message);
  return decoded.token;
}

function findForIdToken(header: object, payload: object, over: Partial<FindingsContext> = {}) {
  return findTypeFindings(decode(header, payload), { now: 0, use: "id_token", ...over });
}

describe("the type of a token that is used as an ID token", () => {
  test.each([
    ["an ID token's", { typ: "JWT" }, { nonce: "n" }],
    ["no kind's", {}, {}],
  ])("is no problem if it is %s", (_whose, header, payload) => {
    expect(findForIdToken(header, payload)).toEqual([]);
  });

  test("is not judged if the token has another use", () => {
    expect(findForIdToken({ typ: "at+jwt" }, {}, { use: "access_token" })).toEqual([]);
  });

  test("refuses the type of access tokens", () => {
    expect(findForIdToken({ typ: "at+jwt" }, {})).toEqual([
      expect.objectContaining({
        id: "access-token-as-id-token",
        severity: "error",
        title: "This is an access token (RFC 9068)",
        seen: 'header typ "at+jwt"',
        why: "An access token is for an API. It does not identify the user to the client.",
        source: "RFC 9068, section 2.1",
      }),
    ]);
  });

  test.each([
    ["logout+jwt", "a logout token"],
    ["oauth-authz-req+jwt", "a request object"],
    ["dpop+jwt", "a DPoP proof"],
    ["sd-jwt", "an SD-JWT"],
    ["dc+sd-jwt", "an SD-JWT credential"],
    ["entity-statement+jwt", "an entity statement"],
    ["token-introspection+jwt", "an introspection response"],
  ])("refuses %s, and calls it %s", (typ, noun) => {
    expect(findForIdToken({ typ }, {})).toEqual([
      expect.objectContaining({
        id: "type-different",
        severity: "error",
        title: `This is ${noun}`,
        seen: `header typ "${typ}"`,
        why: "The type says that the token is not an ID token, so a client must not log in with it.",
        source: "RFC 8725, section 3.11",
      }),
    ]);
  });

  test.each([
    [{ scope: "read" }, "an access token", "claim scope"],
    [{ scope: "read", gty: "password" }, "an access token", "claims scope, gty"],
    [{ token_use: "refresh" }, "a refresh token", "claim token_use refresh"],
  ])("doubts a token with the claims %j", (payload, noun, seen) => {
    expect(findForIdToken({}, payload)).toEqual([
      expect.objectContaining({
        id: "claims-of-other-kind",
        severity: "warning",
        title: `This looks like ${noun}`,
        seen,
        why: "ID tokens do not have these claims.",
        source: "RFC 8725, section 3.11",
      }),
    ]);
  });

  test.each([
    [{ typ: "at+jwt" }, {}],
    [{ typ: "logout+jwt" }, {}],
    [{}, { scope: "read" }],
  ])("is explained with the name in the text: %j, %j", (header, payload) => {
    const [finding] = findForIdToken(header, payload, { name: "id_\u202Etoken" });
    expect(finding?.why).toMatch(
      /\. It was found under the name id_\S*202e\S*token, so it is checked as an ID token\.$/,
    );
    expect(finding?.remedy).toBe(
      "Use the id_token of the response. Request it with the scope openid.",
    );
  });
});

describe("a logout token", () => {
  const valid = { sub: "ada", jti: "j-1", events: { [event]: {} } };
  const find = (over: object, header: object = { typ: "logout+jwt" }) =>
    findLogoutFindings(decode(header, { ...valid, ...over }));

  test.each([[{}], [{ sub: undefined, sid: "s-1" }], [{ sid: "s-1" }]])(
    "has no problem with %j",
    (over) => {
      expect(find(over)).toEqual([]);
    },
  );

  test.each([undefined, "logout", {}, { [event]: true }, { "urn:other": {} }])(
    "asks for no logout with the events %j",
    (events) => {
      expect(find({ events })).toEqual([
        expect.objectContaining({
          id: "logout-event-missing",
          severity: "error",
          title: "The token does not ask for a logout",
          seen: `events ${events === undefined ? "absent" : JSON.stringify(events)}`,
          why: `events must be an object with the member ${event}, whose value is an object.`,
        }),
      ]);
    },
  );

  test.each(["n", null])("must not have the nonce %j", (nonce) => {
    expect(find({ nonce })).toEqual([
      expect.objectContaining({
        id: "logout-nonce",
        severity: "error",
        title: "The logout token has a nonce",
        seen: `nonce ${JSON.stringify(nonce)}`,
      }),
    ]);
  });

  test.each([
    [{ sub: undefined }, "sub absent, sid absent"],
    [{ sub: "", sid: "" }, 'sub "", sid ""'],
    [{ sub: 1, sid: 2 }, "sub 1, sid 2"],
  ])("must name a user or a session: %j", (over, seen) => {
    expect(find(over)).toEqual([
      expect.objectContaining({
        id: "logout-subject-missing",
        severity: "error",
        title: "The logout token names neither user nor session",
        seen,
      }),
    ]);
  });

  test.each([
    [undefined, "jti absent"],
    ["", 'jti ""'],
    [7, "jti 7"],
  ])("must have an id, not %j", (jti, seen) => {
    expect(find({ jti })).toEqual([
      expect.objectContaining({
        id: "logout-id-missing",
        severity: "error",
        title: "The logout token has no jti",
        seen,
      }),
    ]);
  });

  test.each([
    [{}, "header typ absent"],
    [{ typ: "JWT" }, 'header typ "JWT"'],
  ])("should have a type of its own: %j", (header, seen) => {
    expect(find({}, header)).toEqual([
      expect.objectContaining({
        id: "logout-type-absent",
        severity: "note",
        title: "The logout token has no type of its own",
        seen,
      }),
    ]);
  });
});
