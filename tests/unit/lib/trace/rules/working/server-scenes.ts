import type { EntryFacts } from "../../entries.ts";
import { app, authorize, backWith, callback, cleanLogin, idp, queryOf } from "../rule-cases.ts";
import { bearer, call, later, type WorkingScene } from "./working-scene.ts";

const state = queryOf()["state"] ?? "";
const responseUrl = `${callback}?code=the-code&state=${state}`;
const authorizeUrl = `${idp}/authorize?${new URLSearchParams(queryOf()).toString()}`;
const shell = '<div id="root"></div><script src="/main.js"></script>';
const session = { "Set-Cookie": "sid=1; Path=/; HttpOnly" };
const loginPage: EntryFacts = {
  url: `${idp}/u/login?state=1`,
  at: 15,
  dest: "document",
  answer: "<form>",
};

const toOther: EntryFacts[] = [
  authorize({}, { location: loginPage.url }),
  { ...loginPage, responseHeaders: { "Content-Security-Policy": "form-action 'self'" } },
  {
    ...loginPage,
    at: 20,
    form: { provider: "other" },
    location: "https://other.example/sign-in?state=9",
  },
];

/** A login that a server begins; the answer of its callback, and what follows. */
const atServer = (answer: Partial<EntryFacts>, ...after: EntryFacts[]): EntryFacts[] => [
  { url: `${app}/`, dest: "document", answer: "<h1>Shop</h1>", headers: { Cookie: "sid=1" } },
  { url: `${app}/login`, at: 5, dest: "document", location: authorizeUrl },
  { url: authorizeUrl, at: 10, dest: "document", location: responseUrl },
  { url: responseUrl, at: 20, dest: "document", ...answer },
  ...after,
];
const home = (facts: Partial<EntryFacts> = {}): EntryFacts => ({
  url: `${app}/home`,
  at: 30,
  dest: "document",
  answer: shell,
  headers: { Cookie: "sid=1" },
  ...facts,
});
const toHome = { location: `${app}/home`, responseHeaders: session };
const withoutToken = backWith({ code: "the-code" });
const frame404: EntryFacts = {
  url: `${idp}/3p-cookies/step1.html`,
  dest: "iframe",
  status: 404,
  answer: "<p>None",
};

/** Logins that end at a server or in a part of the browser that the capture does not show. */
export const serverScenes: readonly WorkingScene[] = [
  {
    rule: "authz-refused",
    scene: "the provider first offers a login by the operating system (Negotiate)",
    entries: [
      authorize(
        {},
        { status: 401, answer: "<p>Sign in", responseHeaders: { "WWW-Authenticate": "Negotiate" } },
      ),
    ],
    harmful: [authorize({}, { status: 401, answer: "<p>Sign in" })],
  },
  {
    rule: "authz-transaction-lost",
    scene: "a frame of the library finds no page at an older provider",
    entries: [frame404, ...later(cleanLogin, 100)],
  },
  {
    rule: "authz-transaction-lost",
    scene: "the user opens another page of the provider's host, which is not there",
    entries: [
      ...cleanLogin,
      { url: `${idp}/groups/cats`, at: 5000, dest: "document", status: 404, answer: "<p>None" },
    ],
    harmful: [{ ...loginPage, status: 400 }, ...later(cleanLogin, 10 * 60_000)],
  },
  {
    rule: "authz-form-refused",
    scene: "the browser reports no cookies of the form, and the login goes on",
    entries: [
      authorize({}, { location: loginPage.url, responseHeaders: { "Set-Cookie": "login=1" } }),
      loginPage,
      {
        ...loginPage,
        at: 20,
        form: { username: "ada" },
        location: `${idp}/u/mfa?state=1`,
      },
      {
        ...loginPage,
        url: `${idp}/u/mfa?state=1`,
        at: 30,
        headers: { Cookie: "login=1" },
      },
    ],
  },
  {
    rule: "ctx-form-action",
    scene: "the browser follows the form to another provider, where the user is asked",
    entries: [
      ...toOther,
      { url: "https://other.example/sign-in?state=9", at: 30, dest: "document", answer: "<form>" },
    ],
    harmful: toOther,
  },
  {
    rule: "resp-not-redeemed",
    scene: "the response goes to an app of the device",
    entries: [
      authorize(
        { redirect_uri: "com.example.app://callback" },
        { location: `com.example.app://callback?code=the-code&state=${state}` },
      ),
    ],
    harmful: withoutToken,
  },
  {
    rule: "resp-not-redeemed",
    scene: "a worker redeems the code, and the API accepts its token",
    entries: [...withoutToken, call({ at: 300, headers: bearer("token-of-the-worker") })],
  },
  {
    rule: "resp-not-redeemed",
    scene: "a server made the link of the login, and answers the callback with a page",
    entries: [
      {
        url: `${app}/`,
        at: -100,
        dest: "document",
        answer: `<a href="${authorizeUrl.replaceAll("&", "&amp;")}">Log in</a>`,
      },
      ...withoutToken,
    ],
  },
  {
    rule: "resp-target-failed",
    scene: "the user goes on before the page after the callback is there",
    entries: atServer(toHome, home({ status: 0, error: "net::ERR_ABORTED" })),
  },
  {
    rule: "resp-target-failed",
    scene: "the page after the callback fails once, and is loaded again",
    entries: atServer(
      { location: "https://www.app.example/home", responseHeaders: session },
      home({ url: "https://www.app.example/home", status: 503, answer: "<p>Busy" }),
      home({ url: "https://www.app.example/home", at: 3000 }),
    ),
    harmful: atServer(
      { location: "https://www.app.example/home", responseHeaders: session },
      home({ url: "https://www.app.example/home", status: 503, answer: "<p>Busy" }),
    ),
  },
  {
    rule: "resp-callback-failed",
    scene: "the page after the callback has an empty parameter for errors",
    entries: atServer(
      { location: `${app}/home?error=&name=ada`, responseHeaders: session },
      home({ url: `${app}/home?error=&name=ada` }),
    ),
    harmful: atServer(
      { location: `${app}/login?error`, responseHeaders: session },
      home({ url: `${app}/login?error` }),
    ),
  },
  {
    rule: "resp-session-lost",
    scene: "the page after the callback comes by a service worker, without its headers",
    entries: atServer(toHome, home({ headers: { Accept: "text/html" }, isFromCache: true })),
    harmful: atServer(toHome, home({ headers: { Accept: "text/html" } })),
  },
  {
    rule: "resp-callback-page",
    scene: "the session is older than the login, and one call is for other users",
    entries: atServer(
      { answer: "<h1>Hello Ada</h1>" },
      call({ url: `${app}/api/basket`, at: 60, headers: { Cookie: "sid=1" } }),
      call({ url: `${app}/api/staff`, at: 70, headers: { Cookie: "sid=1" }, status: 401 }),
    ),
    harmful: atServer(
      { answer: "<h1>Hello Ada</h1>" },
      call({ url: `${app}/api/staff`, at: 70, headers: { Cookie: "sid=1" }, status: 401 }),
    ),
  },
  {
    rule: "resp-code-leaks",
    scene: "the page loads a script of its own site",
    entries: [
      ...cleanLogin,
      { url: "https://static.app.example/main.js", at: 40, headers: { Referer: responseUrl } },
    ],
    harmful: [
      ...cleanLogin,
      { url: "https://static.other.test/main.js", at: 40, headers: { Referer: responseUrl } },
    ],
  },
  {
    rule: "resp-no-transaction",
    scene: "the user goes back to the callback, and then forth to the application",
    entries: atServer(
      toHome,
      home(),
      { url: responseUrl, at: 5000, dest: "document", status: 400, answer: "<p>Used" },
      home({ at: 9000 }),
    ),
    harmful: atServer(toHome, {
      url: responseUrl,
      at: 5000,
      dest: "document",
      status: 400,
      answer: "<p>Used",
    }),
  },
];
