import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { readAddress, type AddressReading } from "../../../../lib/runs/read-address.ts";
import { listShared, sendDraft, setting } from "./sent-address.ts";

const base = `${setting.origin}/authorize`;
const short = `${base}?client_id=app&response_type=code`;

function read(url: string): Extract<AddressReading, { ok: true }> {
  const reading = readAddress(url, setting);
  if (!reading.ok) throw new Error(reading.problem);
  return reading;
}

/** The requests of the demo app: login, PKCE, popup, silent renewal, and one changed by hand. */
const demoAddresses = [
  "client_id=demo-spa&response_type=token%20id_token&redirect_uri=http%3A%2F%2Flocalhost%3A4401%2Fcallback&scope=openid%20profile%20email&state=Yk3&nonce=p0a",
  "client_id=demo-spa&response_type=code&redirect_uri=http%3A%2F%2Flocalhost%3A4401%2Fcallback&scope=openid%20profile%20email%20offline_access&code_challenge_method=S256&response_mode=fragment&state=Yk3&nonce=p0a&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  "client_id=demo-spa&response_type=token%20id_token&redirect_uri=http%3A%2F%2Flocalhost%3A4401%2Fpopup&scope=openid%20profile%20email&audience=https%3A%2F%2Fapi.example%2F&state=Yk3&nonce=p0a",
  "client_id=demo-spa&response_type=token%20id_token&response_mode=web_message&redirect_uri=http%3A%2F%2Flocalhost%3A4401%2Fcallback&scope=openid%20profile%20email&prompt=none&state=Yk3&nonce=p0a",
  "response_type=id_token+token&client_id=demo-spa&scope=openid+profile%20a%2Bb&scope=&connection=&resource=urn%3Aa&resource=urn%3Ab&ui_locales=de+en%20fr&login_hint=a%2Bb@example.com&redirect_uri=http://localhost:4401/callback?from=a&state=Yk3",
];

describe("a run of a pasted URL sends the same names and values in the same order", () => {
  test.each(demoAddresses)("of the demo app: %s", async (query) => {
    const pasted = `${base}?${query}`;
    const sent = await sendDraft(read(pasted).draft);
    expect(listShared(sent)).toEqual(listShared(new URL(pasted)));
    expect(sent.searchParams.get("state"), "the run's own state").not.toBe("Yk3");
  });

  const name = fc.oneof(
    fc.constantFrom(
      "scope",
      "audience",
      "connection",
      "prompt",
      "redirect_uri",
      "response_mode",
      "organization",
      "state",
      "nonce",
      "code_challenge",
      "email",
      "leeway",
      "max_age",
      "__proto__",
    ),
    fc.string({ unit: "binary", maxLength: 12 }),
  );
  const value = fc.oneof(
    fc.constantFrom(
      "",
      "none",
      "login",
      "openid email",
      "a+b",
      " padded ",
      "fragment",
      "a\nb",
      "%20",
      "7",
      "007",
      "query",
    ),
    fc.webUrl({ withQueryParameters: true }),
    fc.string({ unit: "binary", maxLength: 20 }),
  );
  const responseType = fc.constantFrom(
    "code",
    "id_token token",
    "token id_token",
    "token",
    "none",
    "",
    "code id_token",
  );
  const encode = (text: string, isPlus: boolean) => {
    const encoded = encodeURIComponent(text.toWellFormed());
    return isPlus ? encoded.replaceAll("%20", "+") : encoded;
  };

  test("for every query", async () => {
    const required = fc.tuple(
      fc.tuple(fc.constant("client_id"), fc.oneof(fc.constant("demo-spa"), value)),
      fc.tuple(fc.constant("response_type"), responseType),
    );
    const query = fc
      .tuple(required, fc.array(fc.tuple(name, value), { maxLength: 12 }), fc.nat(), fc.boolean())
      .map(([[client, type], others, at, isPlus]) => {
        const pairs = others.toSpliced(at % (others.length + 1), 0, type, client);
        return pairs.map((pair) => pair.map((part) => encode(part, isPlus)).join("=")).join("&");
      });
    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        const pasted = `${base}?${text}`;
        const sent = await sendDraft(read(pasted).draft);
        expect(listShared(sent)).toEqual(listShared(new URL(pasted)));
      }),
      { numRuns: 300 },
    );
  });
});

test("the form shows the values of the URL, and the rest are parameters", () => {
  const { draft, name } = read(`${base}?${demoAddresses[1]}&ui_locales=de`);
  expect(draft).toMatchObject({
    operation: "authorize",
    way: "page",
    values: {
      clientID: "demo-spa",
      responseType: "code pkce",
      scope: "openid profile email offline_access",
      redirectUri: "http://localhost:4401/callback",
      audience: "",
      prompt: "",
    },
  });
  expect(draft.parameters).toContainEqual(["ui_locales", "de"]);
  expect(name).toBe("demo-spa code");
});

test("a request without a scope is sent without the library's default scope", async () => {
  const { draft } = read(short);
  expect((await sendDraft(draft)).searchParams.has("scope")).toBe(false);
  const withScope = { ...draft, values: { ...draft.values, scope: "openid" } };
  expect((await sendDraft(withScope)).searchParams.get("scope"), "typed in").toBe("openid");
});

test("an empty callback URL sends the run to its own, at the place of the URL's", async () => {
  const { draft } = read(
    `${base}?redirect_uri=https://app.example/cb&client_id=app&response_type=code`,
  );
  const sent = await sendDraft({ ...draft, values: { ...draft.values, redirectUri: "" } });
  expect([...sent.searchParams][0]).toEqual(["redirect_uri", setting.redirectUri]);
});

test.each([
  ["%s", short, "extension"],
  ["with the extension's callback", `${short}&redirect_uri=${setting.redirectUri}`, "extension"],
  ["with the callback of an application", `${short}&redirect_uri=https://app.example/`, "page"],
])("a URL %s runs in its place", (_case, url, way) => {
  expect(read(url).draft.way).toBe(way);
});

describe("a note tells", () => {
  test.each([
    ["repeated parameters", "&resource=a&resource=b", "The run repeats resource,"],
    ["empty parameters", "&audience=", "The run sends audience without a value,"],
    ["the run's own parameters", "&state=a&nonce=b", "The run creates its own state, nonce."],
    ["a foreign callback", "&redirect_uri=https://app.example/", "belongs to an application"],
    ["a response as a message", "&response_mode=web_message", "so a redirect does not return"],
    ["an unused challenge", " id_token&code_challenge=abc", "does not use PKCE"],
    [
      "possible secrets",
      "&id_token_hint=eyJ&login_ticket=x",
      "without id_token_hint, login_ticket,",
    ],
  ])("%s", (_case, query, note) => {
    expect(read(short + query).notes.join(" ")).toContain(note);
    expect(read(short).notes, "none without a difference").toEqual([]);
  });
});

test.each([
  ["of the tenant's own domain", "https://acme.example", undefined],
  ["of another tenant", "https://other.example", "https://other.example"],
  ["with another port", "https://login.acme.example:8443", "https://login.acme.example:8443"],
])("a URL %s is recognized", (_case, origin, foreignOrigin) => {
  const reading = read(`${origin}/authorize?client_id=app&response_type=code`);
  expect(reading.foreignOrigin).toBe(foreignOrigin);
  expect(reading.notes.some((note) => note.includes(origin))).toBe(foreignOrigin !== undefined);
});

test.each([
  ` ${short}\n`,
  `"${short}"`,
  `'${short}'`,
  `<${short}>`,
  short.replace(setting.origin, ""),
])("the text around a URL is ignored: %j", (text) => {
  expect(read(text).draft.values["clientID"]).toBe("app");
});

test.each([
  ["nothing", "", "Paste the URL"],
  ["a word", "hello", "This is not a URL."],
  ["a script", "javascript:alert(1)", "This is not a URL."],
  ["the login page", `${setting.origin}/login?state=a`, "is /login, not /authorize"],
  ["no application", `${base}?response_type=code`, "has no client_id"],
  ["no type", `${base}?client_id=app`, "has no response_type"],
  ["many parameters", `${short}${"&a".repeat(199)}`, "201 parameters, and the limit is 200"],
  ["a long URL", `${short}&x=${"y".repeat(20_000)}`, "the limit is 20,000"],
])("%s is refused", (_case, text, problem) => {
  expect(readAddress(text, setting)).toEqual({
    ok: false,
    problem: expect.stringContaining(problem),
  });
});
