import { jwtOf, type EntryFacts } from "../../entries.ts";
import { app, authorize, backWith, callback, idp, queryOf, redeem } from "../rule-cases.ts";
import { bearer, call, later, loginAt, type WorkingScene } from "./working-scene.ts";

const page = { dest: "document", answer: "<h1>App</h1>" };
const cookie: EntryFacts = { ...page, url: `${app}/`, headers: { Cookie: "theme=dark" } };
const logoutAt = (at: number): EntryFacts => ({
  url: `${idp}/v2/logout`,
  at,
  query: { client_id: "spa", returnTo: `${app}/` },
  dest: "document",
  location: `${app}/`,
});
/** A silent request of a frame, and its answer. */
const silentAt = (at: number, answer: string, headers: Record<string, string> = {}): EntryFacts => {
  const state = `silent-state-at-${at}`;
  return authorize(
    { prompt: "none", state, nonce: `silent-nonce-at-${at}` },
    {
      at,
      dest: "iframe",
      location: `${callback}?${answer}&state=${state}`,
      headers: { Referer: `${app}/`, "Sec-Fetch-Site": "cross-site", ...headers },
    },
  );
};
const none = "error=login_required";
const renewed = (at: number): EntryFacts[] => [
  silentAt(at, `code=silent-code-${at}`, { Cookie: "session=1" }),
  {
    url: `${callback}?code=silent-code-${at}&state=silent-state-at-${at}`,
    at: at + 20,
    dest: "iframe",
    answer: "<script>",
  },
  { ...redeem, at: at + 60, form: { ...redeem.form, code: `silent-code-${at}` } },
];
const ofSocial = loginAt(0, { connection: "google-oauth2" });
const quick = [0, 4000, 8000].flatMap((at) => loginAt(at));
const overlapping = [0, 3, 6].flatMap((at) => loginAt(at));
const signed = (claims: object, header?: object): EntryFacts[] => [
  ...backWith({ code: "the-code" }),
  {
    ...redeem,
    answer: {
      access_token: "opaque-access-token",
      token_type: "Bearer",
      id_token: jwtOf(
        {
          iss: `${idp}/`,
          sub: "ada",
          aud: "spa",
          nonce: "8a47d1f2-77aa-4c11",
          iat: Date.UTC(2026, 10, 23, 8) / 1000,
          exp: Date.UTC(2026, 10, 23, 9) / 1000,
          ...claims,
        },
        header,
      ),
    },
  },
];
const used = call({ at: 300, headers: bearer("opaque-access-token") });
const old = { iat: Date.UTC(2026, 10, 23, 6) / 1000, exp: Date.UTC(2026, 10, 23, 7) / 1000 };
const waiting = (rounds: number): EntryFacts[] => [
  authorize({}, { location: `${idp}/u/wait?state=1` }),
  ...Array.from({ length: rounds }, (_, round): EntryFacts => ({
    url: `${idp}/u/wait?state=1`,
    at: 10 + round * 2000,
    dest: "document",
    location: `${idp}/u/wait?state=1`,
  })),
];
const goodbye: EntryFacts = {
  url: `${idp}/v2/logout`,
  query: { post_logout_redirect_uri: `${app}/` },
  dest: "document",
  answer: "<form>",
};
const byScript: EntryFacts = {
  url: `${idp}/v2/logout`,
  query: { client_id: "spa", returnTo: `${app}/` },
  dest: "empty",
  origin: app,
};
/** A login at realm b of a host, after the keys of a realm, which do not have the token's key. */
const loginAfterKeysOf = (realm: string): EntryFacts[] => [
  {
    url: `${idp}/realms/${realm}/certs`,
    dest: "empty",
    answer: { keys: [{ kty: "RSA", kid: "other", n: "AQAB", e: "AQAB", alg: "RS256" }] },
  },
  ...later(signed({ iss: `${idp}/realms/b` }), 100).map((each) => ({
    ...each,
    url: each.url
      .replace("/authorize", "/realms/b/auth")
      .replace("/oauth/token", "/realms/b/token"),
  })),
];

/** Sessions, renewals and logouts as users and libraries have them each day. */
export const sessionScenes: readonly WorkingScene[] = [
  {
    rule: "renew-3pc",
    scene: "somebody who never logged in opens the page",
    entries: [cookie, silentAt(100, none)],
    harmful: [cookie, ...loginAt(100), silentAt(2000, none)],
  },
  {
    rule: "renew-devkeys",
    scene: "the user of a social provider has logged out before",
    entries: [...ofSocial, logoutAt(1000), silentAt(2000, none, { Cookie: "device=1" })],
    harmful: [...ofSocial, silentAt(2000, none, { Cookie: "session=1" })],
  },
  {
    rule: "renew-too-often",
    scene: "the user loads a page again and again, whose tokens are in its memory",
    entries: [0, 60_000, 120_000, 180_000, 240_000].flatMap((at) => renewed(at)),
  },
  {
    rule: "cookie-attributes",
    scene: "nobody has logged in yet, and the user then does",
    entries: [
      {
        ...silentAt(0, none, { Cookie: "theme=dark" }),
        responseHeaders: { "Set-Cookie": "a=1; SameSite=None" },
      },
      ...loginAt(20_000),
    ],
  },
  {
    rule: "loop-login",
    scene: "the browser opens three tabs again, and each logs in at once",
    entries: overlapping,
    harmful: quick,
  },
  {
    rule: "loop-login",
    scene: "the page gets a token for each of three APIs",
    entries: [
      ...loginAt(0, { audience: "https://orders.example" }),
      ...loginAt(4000, { audience: "https://stock.example" }),
      ...loginAt(8000, { audience: "https://staff.example" }),
    ],
  },
  {
    rule: "loop-login",
    scene: "the user logs out between the logins",
    entries: [...loginAt(0), logoutAt(2000), ...loginAt(4000), logoutAt(6000), ...loginAt(8000)],
  },
  {
    rule: "loop-redirect",
    scene: "the provider's page waits for another device, and then goes on",
    entries: [
      ...waiting(7),
      {
        url: `${idp}/u/wait?state=1`,
        at: 20_000,
        dest: "document",
        location: `${callback}?code=the-code&state=${queryOf()["state"]}`,
      },
      { ...page, url: `${callback}?code=the-code&state=${queryOf()["state"]}`, at: 20_020 },
      { ...redeem, at: 20_060 },
    ],
    harmful: waiting(7),
  },
  {
    rule: "logout-unnamed",
    scene: "the provider asks, and the user agrees after half a minute",
    entries: [
      goodbye,
      { ...goodbye, at: 30_000, form: { confirm: "yes" }, location: `${app}/` },
      { ...page, url: `${app}/`, at: 30_050 },
    ],
    harmful: [goodbye],
  },
  {
    rule: "logout-fetch",
    scene: "the page goes to the logout itself after its script",
    entries: [byScript, logoutAt(200)],
    harmful: [byScript],
  },
  {
    rule: "logout-fetch",
    scene: "the script sends the provider's cookie, as within one site",
    entries: [{ ...byScript, headers: { Cookie: "session=1", Origin: app, Referer: `${app}/` } }],
  },
  {
    rule: "idt-time",
    scene: "the file has wrong times, and the API accepts the token of the login",
    entries: [...signed(old), used],
    harmful: signed(old),
  },
  {
    rule: "idt-iss",
    scene: "the library compares no issuer, and the API accepts the token of the login",
    entries: [...signed({ iss: "https://other.example/" }), used],
    harmful: signed({ iss: "https://other.example/" }),
  },
  {
    rule: "idt-kid-unknown",
    scene: "the host has two realms, and the keys of the other one are in the capture",
    entries: loginAfterKeysOf("a"),
    harmful: loginAfterKeysOf("b"),
  },
];
