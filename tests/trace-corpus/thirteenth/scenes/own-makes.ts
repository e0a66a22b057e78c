import { exportJWK, generateKeyPair, SignJWT } from "jose";
import * as z from "zod/mini";
import type { FetchHandler } from "../../../../tenant/server/listen.ts";
import { signIn, writeLogin } from "../../scene-parts/hand-written-page.ts";
import { readCookie } from "../../scene-parts/cookies.ts";
import { readForm } from "../../scene-parts/read-form.ts";
import {
  logInAtSmallProvider,
  smallProviderOrigin,
  withProvider,
} from "../../scene-parts/scene-provider.ts";
import { createIssuer } from "../../scene-parts/hand-written-issuer.ts";
import { openApplication } from "../../scene-parts/tab.ts";
import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, runScript } from "../../scene-parts/responses.ts";
import type { ProviderScenes } from "../../provider-stage.ts";
import { createMake, formPage, nameField, readQuery, respondTo } from "./makes.ts";

const calendarScope = `${smallProviderOrigin}/auth/calendar.readonly`;
const mailPaths = { authorization: "/o/oauth2/v2/auth", token: "/oauth2/v4/redeem" } as const;
const doorPaths = { authorization: "/openid/v1/enter", token: "/openid/v1/exchange" } as const;
const schoolPath = "/sso/oidc/initiate";

const tokensSchema = z.record(z.string(), z.unknown());

/** Creates a provider whose consent page has a box for each permission that goes beyond a login. */
async function createMailMake(): Promise<FetchHandler> {
  const issuer = await createIssuer(smallProviderOrigin);
  let mayReadCalendar = false;
  const refused = {
    error: {
      code: 403,
      message: "Request had insufficient authentication scopes.",
      status: "PERMISSION_DENIED",
      details: [{ reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT" }],
    },
  };
  return createMake({
    [mailPaths.authorization]: async (request) => {
      if (request.method !== "POST")
        return formPage(
          "Continue",
          `${nameField}<p>Family wall wants access to your account.</p>
<label><input type="checkbox" name="permission" value="${calendarScope}"> See your calendars</label>`,
        );
      const query = readQuery(request);
      const permissions = (await readForm(request)).getAll("permission");
      mayReadCalendar = permissions.includes(calendarScope);
      const granted = new URLSearchParams(query);
      granted.set("scope", ["openid", "email", ...permissions].join(" "));
      const code = issuer.issueCode(granted, { sub: "10769150350006150715113082367" });
      return redirectTo(respondTo(query, { code, scope: granted.get("scope") ?? "" }));
    },
    [mailPaths.token]: async (request) => await issuer.redeem(await readForm(request)),
    "/calendar/v3/calendars/primary/events": () =>
      mayReadCalendar
        ? Response.json({ items: [] })
        : Response.json(refused, {
            status: 403,
            headers: {
              "www-authenticate": `Bearer error="insufficient_scope", scope="${calendarScope}"`,
            },
          }),
  });
}

/** The start of a page that shows the user's appointments. */
const wallStart = `
  const load = async (token) => {
    const answer = await fetch("${smallProviderOrigin}/calendar/v3/calendars/primary/events", {
      headers: { authorization: "Bearer " + token },
    });
    say(answer.ok ? "No appointments" : "Something went wrong, try again later");
  };
  if (isBack) {
    redeem().then(({ access_token: token }) => setTimeout(() => {
      history.replaceState(null, "", "/");
      load(token);
    }, 500));
  } else say("Connect your calendar");`;

/** How far the clock of the device is ahead of those of all servers, in seconds. */
const ahead = 5 * 60 * 60;

/** Makes a server send its own time, which is not that of this machine. */
const withServerTime =
  (server: FetchHandler): FetchHandler =>
  async (request) => {
    const response = await server(request);
    response.headers.set("date", new Date(Date.now() - ahead * 1000).toUTCString());
    return response;
  };

/** Creates a provider whose clock is right, while that of the device is ahead. */
async function createDoorMake(): Promise<FetchHandler> {
  const issuer = await createIssuer(smallProviderOrigin);
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const key = { ...(await exportJWK(publicKey)), kid: "door-1", alg: "ES256", use: "sig" };
  const sign = () => {
    const issued = Math.floor(Date.now() / 1000) - ahead;
    return new SignJWT({ name: "Ada" })
      .setProtectedHeader({ alg: "ES256", kid: "door-1", typ: "JWT" })
      .setIssuer(smallProviderOrigin)
      .setAudience("gym-door")
      .setSubject("member-204")
      .setIssuedAt(issued)
      .setExpirationTime(issued + 3600)
      .sign(privateKey);
  };
  const make = createMake({
    [doorPaths.authorization]: (request) => {
      if (request.method !== "POST") return formPage("Log in", nameField);
      const query = readQuery(request);
      return redirectTo(respondTo(query, { code: issuer.issueCode(query, { sub: "member-204" }) }));
    },
    [doorPaths.token]: async (request) => {
      const answer = await issuer.redeem(await readForm(request));
      if (!answer.ok) return answer;
      const tokens = tokensSchema.parse(await answer.json());
      return Response.json(
        { ...tokens, id_token: await sign() },
        { headers: { "cache-control": "no-store" } },
      );
    },
    "/openid/v1/jwks": () => Response.json({ keys: [key] }),
  });
  return withServerTime(make);
}

/** The start of a page that opens a door to each member whose ID token is valid now. */
const doorStart = `
  const fail = async (message) => {
    await fetch("/api/problems", { method: "POST", body: JSON.stringify({ message }) });
    say("You could not be logged in. Ask at the desk.");
  };
  const read = (part) => JSON.parse(atob(part.replaceAll("-", "+").replaceAll("_", "/")));
  if (isBack) {
    redeem().then(({ id_token: token }) => setTimeout(() => {
      history.replaceState(null, "", "/");
      const { exp, name } = read(token.split(".")[1]);
      if (exp * 1000 < Date.now()) return fail("ID token expired");
      say("Welcome, " + name);
    }, 500));
  } else say("Log in to open the door");`;

/** Creates a provider that keeps the ID token of a session and gives it to each later request. */
async function createSchoolMake(): Promise<FetchHandler> {
  const issuer = await createIssuer(smallProviderOrigin);
  const sessions = new Map<string, string>();
  const deliver = (query: URLSearchParams, idToken: string) =>
    `${query.get("redirect_uri") ?? ""}#${String(
      new URLSearchParams({ id_token: idToken, state: query.get("state") ?? "" }),
    )}`;
  return createMake({
    [schoolPath]: async (request) => {
      const query = readQuery(request);
      const kept = sessions.get(readCookie(request, "school_sso") ?? "");
      if (kept !== undefined) return redirectTo(deliver(query, kept));
      if (request.method !== "POST") return formPage("Log in", nameField);
      const claims = { sub: "t-0042", name: "Ada", nonce: query.get("nonce") };
      const idToken = await issuer.sign(claims, query.get("client_id") ?? "");
      const id = randomText();
      sessions.set(id, idToken);
      return redirectTo(deliver(query, idToken), [
        `school_sso=${id}; Path=/; HttpOnly; SameSite=Lax`,
      ]);
    },
    "/sso/oidc/keys": () => Response.json(issuer.jwks),
  });
}

/** A page that only wants to know who the user is, and checks that the answer is to its question. */
const markBookScript = `
  const say = (text) => { document.querySelector("p").textContent = text; };
  const login = () => {
    sessionStorage.state = crypto.randomUUID();
    sessionStorage.nonce = crypto.randomUUID();
    location.assign("${smallProviderOrigin}${schoolPath}?" + new URLSearchParams({
      client_id: "mark-book",
      redirect_uri: location.origin + "/class",
      response_type: "id_token",
      scope: "openid profile",
      state: sessionStorage.state,
      nonce: sessionStorage.nonce,
    }));
  };
  const response = new URLSearchParams(location.hash.slice(1));
  if (response.has("id_token") && response.get("state") === sessionStorage.state) {
    history.replaceState(null, "", "/class");
    const part = response.get("id_token").split(".")[1];
    const claims = JSON.parse(atob(part.replaceAll("-", "+").replaceAll("_", "/")));
    if (claims.nonce === sessionStorage.nonce) say("Marks of the class of " + claims.name);
    else location.replace("/refused?reason=nonce");
  } else if (location.pathname === "/refused") say("This login is not valid");
  else say("Mark book");`;

/** The scenes at providers that are written by hand. */
export const ownMakeScenes: ProviderScenes = {
  "family-wall-shows-no-appointments": async (stage) => {
    const { tab, application } = stage;
    const script = writeLogin({
      provider: smallProviderOrigin,
      paths: mailPaths,
      clientId: "407408718192.apps",
      scope: `openid email ${calendarScope}`,
      callback: `location.origin + "/"`,
      start: wallStart,
    });
    application.respond("/", () => runScript(script));
    await withProvider(await createMailMake(), async () => {
      await openApplication(stage);
      await signIn(stage);
      await tab.getByRole("button", { name: "Continue" }).click();
      await tab.getByText("Something went wrong").waitFor();
    });
  },
  "gym-door-opens-for-nobody": async (stage) => {
    const { tab, application } = stage;
    const script = writeLogin({
      provider: smallProviderOrigin,
      paths: doorPaths,
      clientId: "gym-door",
      scope: "openid profile",
      callback: `location.origin + "/"`,
      start: doorStart,
    });
    application.respond(
      "/",
      withServerTime(() => runScript(script)),
    );
    application.respond(
      "/api/problems",
      withServerTime(() => Response.json({ received: true })),
    );
    await withProvider(await createDoorMake(), async () => {
      await openApplication(stage);
      await signIn(stage);
      await logInAtSmallProvider(stage);
      await tab.getByText("You could not be logged in").waitFor();
    });
  },
  "teacher-opens-second-class": async (stage) => {
    const { tab, application } = stage;
    for (const path of ["/", "/class", "/refused"])
      application.respond(path, () => runScript(markBookScript));
    await withProvider(await createSchoolMake(), async () => {
      await openApplication(stage);
      await tab.evaluate("login()");
      await logInAtSmallProvider(stage);
      await tab.getByText("Marks of the class").waitFor();
      await tab.waitForLoadState("networkidle");
      await tab.evaluate("login()");
      await tab.getByText("This login is not valid").waitFor();
    });
  },
};
