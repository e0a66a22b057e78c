import { describe, expect, test } from "vitest";
import { captureStart, jwtOf, traceOf, type EntryFacts } from "./entries.ts";

const host = "https://id.example";
const app = "https://app.example";

/** An implicit login whose ID token names an issuer; the issuer is all that can be wrong. */
function logIn(authorizeUrl: string, issuer: string, more: object = {}): EntryFacts[] {
  const token = jwtOf(
    {
      iss: issuer,
      sub: "248289761001",
      aud: "spa",
      nonce: "41c7f0d2a9b34e55",
      iat: captureStart / 1000,
      exp: captureStart / 1000 + 3600,
    },
    { alg: "RS256", kid: "k", ...more },
  );
  const location = `${app}/callback#id_token=${token}&state=9f1d0c3a7be84b0c`;
  return [
    {
      url: authorizeUrl,
      at: 1000,
      dest: "document",
      query: {
        client_id: "spa",
        response_type: "id_token",
        redirect_uri: `${app}/callback`,
        scope: "openid",
        state: "9f1d0c3a7be84b0c",
        nonce: "41c7f0d2a9b34e55",
      },
      location,
    },
    { url: `${app}/callback`, at: 1100, dest: "document", answer: "<h1>App</h1>" },
  ];
}

const describeProvider = (place: string, endpoint: string, issuer = place): EntryFacts => ({
  url: `${place}/.well-known/openid-configuration`,
  answer: { issuer, authorization_endpoint: endpoint, jwks_uri: `${place}/certs` },
});
const publishKeys = (url: string, kid: string): EntryFacts => ({
  url,
  at: 10,
  answer: { keys: [{ kty: "RSA", kid, n: "AQAB", e: "AQAB" }] },
});
const tenantKeys = publishKeys(`${host}/.well-known/jwks.json`, "k");

/** Returns the ids of the findings about the ID token. */
async function listFindings(entries: readonly EntryFacts[]): Promise<string[]> {
  const { flows } = await traceOf(entries);
  return flows.flatMap(({ prepared }) => prepared.idToken?.findings.map(({ id }) => id) ?? []);
}

const isOfIssuer = (id: string) => id.startsWith("issuer-");

describe("the issuer of a login", () => {
  test.each([
    ["of a tenant is its origin with a slash", [tenantKeys, ...logIn(`${host}/authorize`, host)]],
    [
      "is that of the discovery document",
      [describeProvider(host, `${host}/auth`), ...logIn(`${host}/auth`, `${host}/other`)],
    ],
    [
      "is that of the document which names the endpoint, wherever it is",
      [
        describeProvider("https://keys.example/pool", `${host}/auth`),
        ...logIn(`${host}/auth`, host),
      ],
    ],
  ])("%s", async (_what, entries) => {
    expect((await listFindings(entries)).some(isOfIssuer)).toBe(true);
  });

  test.each([
    ["no document names it", logIn(`${host}/auth`, "https://issuer.example")],
    ["the path alone is a tenant's", logIn(`${host}/authorize`, "https://issuer.example")],
    [
      "the document is of another realm",
      [
        describeProvider(`${host}/realms/a`, `${host}/realms/a/auth`),
        describeProvider(`${host}/realms/b`, `${host}/realms/b/auth`),
        ...logIn(`${host}/realms/c/auth`, `${host}/realms/c`),
      ],
    ],
    [
      "the document is for many",
      [
        describeProvider(`${host}/common`, `${host}/common/auth`, `${host}/{tenantid}`),
        ...logIn(`${host}/common/auth`, `${host}/72f988bf`),
      ],
    ],
  ])("is not judged if %s", async (_what, entries) => {
    expect((await listFindings(entries)).some(isOfIssuer)).toBe(false);
  });
});

describe("the keys of a login", () => {
  const realms = [
    describeProvider(`${host}/realms/a`, `${host}/realms/a/auth`),
    describeProvider(`${host}/realms/b`, `${host}/realms/b/auth`),
    publishKeys(`${host}/realms/a/certs`, "of-a"),
  ];

  test("are not those of another realm, if its own are in the capture", async () => {
    const own = publishKeys(`${host}/realms/b/certs`, "of-b");
    const login = logIn(`${host}/realms/b/auth`, `${host}/realms/b`, { kid: "of-a" });
    expect(await listFindings([...realms, own, ...login])).toContain("key-unknown");
  });

  test("are its own", async () => {
    const own = publishKeys(`${host}/realms/a/certs`, "k");
    const login = logIn(`${host}/realms/a/auth`, `${host}/realms/a`);
    expect(await listFindings([...realms, own, ...login])).not.toContain("key-unknown");
  });
});

test.each([
  { at: "a tenant", path: "/authorize", isTenant: true },
  { at: "another provider", path: "/auth", isTenant: false },
])("$at is a tenant: $isTenant", async ({ path, isTenant }) => {
  const { flows } = await traceOf([tenantKeys, ...logIn(`${host}${path}`, host)]);
  expect(flows.map(({ prepared }) => prepared.isTenant)).toEqual([isTenant]);
});
