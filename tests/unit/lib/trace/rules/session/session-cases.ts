import type { RuleCases } from "../rule-cases.ts";
import { app, authorize, callback, idp, redeem } from "../rule-cases.ts";
import { jwtOf, type EntryFacts } from "../../entries.ts";

const page = { dest: "document", answer: "<h1>App</h1>" };
const logout = { url: `${idp}/v2/logout`, dest: "document", status: 400 };
const goodbye = `${app}/goodbye`;
const byScript: EntryFacts = { url: logout.url, dest: "empty", origin: app, status: 302 };
const loginAt = (number: number, gap: number): EntryFacts[] => {
  const [state, code, at] = [`state-number-${number}`, `code-${number}`, number * gap];
  const location = `${callback}?code=${code}&state=${state}`;
  return [
    authorize({ state, nonce: `nonce-number-${number}` }, { at, location }),
    { ...page, url: location, at: at + 20 },
    { ...redeem, at: at + 60, form: { ...redeem.form, code } },
  ];
};
const loop = (gap: number) => [0, 1, 2].flatMap((number) => loginAt(number, gap));

const keepsUser: EntryFacts[] = [
  ...loginAt(0, 0),
  { ...page, url: `${app}/logout`, at: 5000 },
  ...loginAt(1, 20_000),
];
const withReturn = { id_token_hint: "hint", post_logout_redirect_uri: goodbye, client_id: "spa" };
const hintOf = (aud: string) => ({ ...withReturn, id_token_hint: jwtOf({ aud, sub: "ada" }) });

export const sessionCases: RuleCases = {
  fails: [
    { rule: "logout-local", when: "the next login asks nobody", entries: keepsUser },
    {
      rule: "logout-stays",
      when: "the provider shows a page",
      entries: [{ ...logout, status: 200, query: withReturn, answer: "<h1>Goodbye</h1>" }],
    },
    {
      rule: "logout-client",
      when: "there is no such address",
      entries: [{ ...logout, status: 404, query: withReturn, answer: "<h1>Not found</h1>" }],
    },
    {
      rule: "logout-client",
      when: "the hint is of another client",
      entries: [{ ...logout, query: hintOf("other"), answer: "<h1>Invalid id_token_hint</h1>" }],
    },
    { rule: "loop-login", when: "three logins come within 30 s", entries: loop(2000) },
    {
      rule: "logout-return",
      when: "the page repeats the URL",
      entries: [
        {
          ...logout,
          query: { client_id: "spa", returnTo: goodbye },
          answer: `<code>${goodbye}</code>`,
        },
      ],
    },
    {
      rule: "logout-client",
      when: "no URL was sent",
      entries: [{ ...logout, query: { client_id: "wrong" }, answer: "<code>wrong</code>" }],
    },
    {
      rule: "logout-client",
      when: "the provider fails",
      entries: [{ ...logout, status: 503, query: { client_id: "spa", returnTo: goodbye } }],
    },
    {
      rule: "logout-unnamed",
      when: "the provider shows a page of its own",
      entries: [{ ...logout, status: 200, query: { post_logout_redirect_uri: goodbye } }],
    },
    {
      rule: "logout-fetch",
      when: "another origin's script asks for it",
      entries: [{ ...byScript, query: { client_id: "spa", returnTo: goodbye } }],
    },
  ],
  passes: [
    {
      rule: "logout-local",
      when: "the provider's session was ended too",
      entries: [...keepsUser, { ...logout, at: 6000, status: 302, location: goodbye }],
    },
    { rule: "logout-local", when: "nobody logged out", entries: loop(40_000) },
    {
      rule: "logout-stays",
      when: "the provider redirects back",
      entries: [{ ...logout, status: 302, location: goodbye, query: withReturn }],
    },
    {
      rule: "logout-return",
      when: "the address of the logout is wrong",
      entries: [{ ...logout, status: 404, query: withReturn, answer: null }],
    },
    {
      rule: "loop-login",
      when: "an API refuses each token, which is the reason",
      entries: [0, 1, 2].flatMap((number) => [
        ...loginAt(number, 2000),
        {
          url: "https://api.example/orders",
          at: number * 2000 + 100,
          dest: "empty",
          headers: { Authorization: "Bearer opaque-access-token" },
          status: 401,
        },
      ]),
    },
    {
      rule: "logout-unnamed",
      when: "the client is named, and the provider asks the user",
      entries: [
        {
          ...logout,
          status: 200,
          query: { client_id: "spa", post_logout_redirect_uri: goodbye },
        },
      ],
    },
    {
      rule: "logout-unnamed",
      when: "the provider returns",
      entries: [
        {
          ...logout,
          status: 302,
          location: goodbye,
          query: { post_logout_redirect_uri: goodbye },
        },
      ],
    },
    {
      rule: "logout-fetch",
      when: "a refresh token's session is ended by a POST",
      entries: [
        {
          ...byScript,
          url: `${idp}/openid-connect/logout`,
          status: 204,
          form: { client_id: "spa", refresh_token: "opaque" },
        },
      ],
    },
    {
      rule: "logout-fetch",
      when: "the page logs out at its own server",
      entries: [{ ...byScript, url: `${app}/v2/logout`, query: { returnTo: goodbye } }],
    },
    { rule: "loop-login", when: "minutes lie between the logins", entries: loop(60_000) },
    {
      rule: "logout-return",
      when: "the provider redirects",
      entries: [{ ...logout, status: 302, query: { returnTo: goodbye }, location: goodbye }],
    },
    {
      rule: "logout-client",
      when: "the URL is refused",
      entries: [
        {
          ...logout,
          query: { client_id: "spa", returnTo: goodbye },
          answer: `<code>${goodbye}</code>`,
        },
      ],
    },
  ],
};
