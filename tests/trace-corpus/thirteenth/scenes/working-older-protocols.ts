import { createHmac } from "node:crypto";
import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import { addTo, originAt, withQuery } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { lax, readCookie } from "../../scene-parts/cookies.ts";
import { readForm } from "../../scene-parts/read-form.ts";

const consumer = { key: "almanac", secret: "a-secret-of-the-almanac" };

/** Writes the header of a request of OAuth 1.0 that is signed in plain text. */
const signPlainly = (secret: string, fields: Readonly<Record<string, string>>): string => {
  const all = {
    oauth_consumer_key: consumer.key,
    oauth_signature_method: "PLAINTEXT",
    oauth_signature: `${consumer.secret}&${secret}`,
    ...fields,
  };
  const parts = Object.entries(all).map(
    ([name, value]) => `${name}="${encodeURIComponent(value)}"`,
  );
  return `OAuth ${parts.join(", ")}`;
};

/** Reads the parameters of such a header, and says whether its signature is right. */
function readPlain(request: Request): URLSearchParams {
  const header = (request.headers.get("authorization") ?? "").replace("OAuth ", "");
  const pairs = header.split(", ").map((each) => each.replaceAll('"', "").split("="));
  return new URLSearchParams(
    Object.fromEntries(
      pairs.map(([name = "", value = ""]): [string, string] => [name, decodeURIComponent(value)]),
    ),
  );
}

const formAnswer = (fields: Readonly<Record<string, string>>) =>
  new Response(String(new URLSearchParams(fields)), {
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });

/** Serves a press with OAuth 1.0: a temporary token is permitted, and exchanged with a verifier. */
function servePress({ application }: ProviderStage): void {
  const secrets = new Map<string, string>();
  const callbacks = new Map<string, string>();
  const verifiers = new Map<string, string>();
  const check = (request: Request): URLSearchParams | undefined => {
    const sent = readPlain(request);
    const secret = secrets.get(sent.get("oauth_token") ?? "") ?? "";
    return sent.get("oauth_signature") === `${consumer.secret}&${secret}` ? sent : undefined;
  };
  application.respond("/press/temporary", (request) => {
    const sent = check(request);
    if (!sent) return new Response("Bad signature", { status: 401 });
    const [token, secret] = [randomText(), randomText()];
    secrets.set(token, secret);
    callbacks.set(token, sent.get("oauth_callback") ?? "");
    return formAnswer({
      oauth_token: token,
      oauth_token_secret: secret,
      oauth_callback_confirmed: "true",
    });
  });
  application.respond("/press/permit", async (request) => {
    const token = new URL(request.url).searchParams.get("oauth_token") ?? "";
    const callback = callbacks.get(token);
    if (callback === undefined) return new Response("Unknown token", { status: 401 });
    const fields = request.method === "POST" ? await readForm(request) : new URLSearchParams();
    if (fields.get("act") === "deny") return redirectTo(addTo(callback, { denied: token }));
    if (fields.get("password") !== "ink-and-lead")
      return showPage(
        "Press",
        `<form method="post"><p>${request.method === "POST" ? "Wrong password" : ""}</p><input name="password" type="password" placeholder="Password"><button>Permit</button><button name="act" value="deny">Cancel</button></form>`,
      );
    const verifier = randomText().slice(0, 20);
    verifiers.set(token, verifier);
    return redirectTo(addTo(callback, { oauth_token: token, oauth_verifier: verifier }));
  });
  application.respond("/press/lasting", (request) => {
    const sent = check(request);
    if (!sent || verifiers.get(sent.get("oauth_token") ?? "") !== sent.get("oauth_verifier"))
      return new Response("Bad verifier", { status: 401 });
    return formAnswer({
      oauth_token: randomText(),
      oauth_token_secret: randomText(),
      screen_name: "ada",
    });
  });
}

/** Serves an almanac, whose server knows its users by the accounts of the press. */
function serveAlmanac({ application }: ProviderStage, almanac: string, press: string): void {
  const secrets = new Map<string, string>();
  const users = new Map<string, string>();
  // The server reaches the press at its own address, since only browsers know its name.
  const ask = async (path: string, header: string) => {
    const answer = await fetch(`${application.origin}${path}`, {
      method: "POST",
      headers: { authorization: header },
    });
    return new URLSearchParams(await answer.text());
  };
  application.respond("/almanac", (request) => {
    const user = users.get(readCookie(request, "almanac") ?? "");
    return user === undefined
      ? showPage(
          "Almanac",
          `<p>${new URL(request.url).searchParams.has("denied") ? "You did not sign in." : "Almanac"}</p><a href="/almanac/enter">Sign in with the press</a>`,
        )
      : showPage(
          "Almanac",
          `<p>Moons of ${user}</p><script>fetch("/almanac/api/tides").catch(() => undefined);</script>`,
        );
  });
  application.respond("/almanac/enter", async () => {
    const given = await ask(
      "/press/temporary",
      signPlainly("", { oauth_callback: `${almanac}/almanac/back` }),
    );
    const token = given.get("oauth_token") ?? "";
    secrets.set(token, given.get("oauth_token_secret") ?? "");
    return redirectTo(withQuery(`${press}/press/permit`, { oauth_token: token }), [
      `almanac_login=${token}; Max-Age=600; ${lax}`,
    ]);
  });
  application.respond("/almanac/back", async (request) => {
    const sent = new URL(request.url).searchParams;
    const end = `almanac_login=; Max-Age=0; ${lax}`;
    if (sent.has("denied")) return redirectTo("/almanac?denied=1", [end]);
    const token = sent.get("oauth_token") ?? "";
    if (readCookie(request, "almanac_login") !== token)
      return new Response("This login was not begun here.", { status: 400 });
    const given = await ask(
      "/press/lasting",
      signPlainly(secrets.get(token) ?? "", {
        oauth_token: token,
        oauth_verifier: sent.get("oauth_verifier") ?? "",
      }),
    );
    const id = randomText();
    users.set(id, given.get("screen_name") ?? "nobody");
    return redirectTo("/almanac", [`almanac=${id}; ${lax}`, end]);
  });
  application.respond("/almanac/api/tides", () => Response.json({ high: "04:12" }));
}

const tokenOf = (realm: string, key: string): string => {
  const claims = `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:1.0:assertion" Issuer="urn:clinic" AssertionID="_${randomText()}"><saml:Conditions><saml:AudienceRestrictionCondition><saml:Audience>${realm}</saml:Audience></saml:AudienceRestrictionCondition></saml:Conditions><saml:Attribute AttributeName="name"><saml:AttributeValue>Ada</saml:AttributeValue></saml:Attribute>`;
  const signature = createHmac("sha256", key).update(claims).digest("base64");
  return `<t:RequestSecurityTokenResponse xmlns:t="http://schemas.xmlsoap.org/ws/2005/02/trust"><t:RequestedSecurityToken>${claims}<ds:SignatureValue xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${signature}</ds:SignatureValue></saml:Assertion></t:RequestedSecurityToken></t:RequestSecurityTokenResponse>`;
};

const quote = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Serves a clinic's sign-in, which posts a security token to its applications, and signs out. */
function serveClinic({ application }: ProviderStage, surgery: string, key: string): void {
  application.respond("/clinic/ls", async (request) => {
    const sent = new URL(request.url).searchParams;
    if (sent.get("wa") === "wsignout1.0") return redirectTo(sent.get("wreply") ?? "");
    const isKnown = readCookie(request, "clinic") !== undefined;
    const fields = request.method === "POST" ? await readForm(request) : new URLSearchParams();
    if (!isKnown && fields.get("password") !== "two-scalpels")
      return showPage(
        "Clinic",
        `<form method="post"><p>${request.method === "POST" ? "Incorrect user ID or password." : ""}</p><input name="password" type="password" placeholder="Password"><button>Sign in</button></form>`,
      );
    const inputs = {
      wa: "wsignin1.0",
      wresult: tokenOf(sent.get("wtrealm") ?? "", key),
      wctx: sent.get("wctx") ?? "",
    };
    const hidden = Object.entries(inputs).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${quote(value)}">`,
    );
    return showPage(
      "Working...",
      `<form method="post" action="${surgery}/surgery/token">${hidden.join("")}</form><script>document.forms[0].submit();</script>`,
      { "set-cookie": `clinic=${randomText()}; Path=/clinic; HttpOnly; SameSite=Lax` },
    );
  });
}

/** Serves a surgery, whose server reads the token that the clinic posts. */
function serveSurgery(
  { application }: ProviderStage,
  surgery: string,
  clinic: string,
  key: string,
) {
  const users = new Set<string>();
  const realm = "urn:surgery";
  application.respond("/surgery/beds", (request) =>
    users.has(readCookie(request, "FedAuth") ?? "")
      ? showPage(
          "Surgery",
          `<p>Beds of Ada</p><a href="/surgery/leave">Leave</a><script>fetch("/surgery/drugs").catch(() => undefined);</script>`,
        )
      : redirectTo(
          withQuery(`${clinic}/clinic/ls`, {
            wa: "wsignin1.0",
            wtrealm: realm,
            wctx: "rm=0&id=passive&ru=%2Fsurgery%2Fbeds",
            wct: new Date().toISOString(),
          }),
        ),
  );
  application.respond("/surgery/token", async (request) => {
    const form = await readForm(request);
    const result = form.get("wresult") ?? "";
    const [, token = ""] = result.split("<t:RequestedSecurityToken>");
    const [claims = "", end = ""] = token.split("<ds:SignatureValue");
    const isSigned = end.includes(`>${createHmac("sha256", key).update(claims).digest("base64")}<`);
    if (!isSigned || !claims.includes(`<saml:Audience>${realm}<`))
      return new Response("The token is not for us.", { status: 401 });
    const id = randomText();
    users.add(id);
    return redirectTo(new URLSearchParams(form.get("wctx") ?? "").get("ru") ?? "/surgery/beds", [
      `FedAuth=${id}; ${lax}`,
    ]);
  });
  application.respond("/surgery/drugs", () =>
    Response.json({ message: "Only for the pharmacy" }, { status: 403 }),
  );
  application.respond("/surgery/leave", () =>
    redirectTo(
      withQuery(`${clinic}/clinic/ls`, { wa: "wsignout1.0", wreply: `${surgery}/surgery/bye` }),
      [`FedAuth=; Max-Age=0; ${lax}`],
    ),
  );
  application.respond("/surgery/bye", () => showPage("Surgery", "<p>Goodbye</p>"));
}

/** Logins by protocols that are older than OpenID Connect that work. */
export const olderProtocolScenes: ProviderScenes = {
  "almanac-of-older-protocol": async (stage) => {
    const { tab, application } = stage;
    const press = originAt("press.localhost", application);
    const almanac = originAt("almanac.localhost", application);
    servePress(stage);
    serveAlmanac(stage, almanac, press);
    const enter = async (password: string) => {
      await tab.getByPlaceholder("Password").fill(password);
      await tab.getByRole("button", { name: "Permit" }).click();
    };
    await tab.goto(`${almanac}/almanac`);
    await tab.getByRole("link", { name: "Sign in with the press" }).click();
    await tab.getByRole("button", { name: "Cancel" }).click();
    await tab.getByText("You did not sign in.").waitFor();
    await tab.getByRole("link", { name: "Sign in with the press" }).click();
    await enter("ink-and-led");
    await tab.getByText("Wrong password").waitFor();
    await enter("ink-and-lead");
    await tab.getByText("Moons of ada").waitFor();
    await tab.waitForLoadState("networkidle");
  },
  "surgery-reads-security-token": async (stage) => {
    const { tab, application } = stage;
    const clinic = originAt("clinic.localhost", application);
    const surgery = originAt("surgery.localhost", application);
    const key = randomText();
    serveClinic(stage, surgery, key);
    serveSurgery(stage, surgery, clinic, key);
    const enter = async (password: string) => {
      await tab.getByPlaceholder("Password").fill(password);
      await tab.getByRole("button", { name: "Sign in" }).click();
    };
    await tab.goto(`${surgery}/surgery/beds`);
    await enter("to-scalpels");
    await tab.getByText("Incorrect user ID or password.").waitFor();
    await enter("two-scalpels");
    await tab.getByText("Beds of Ada").waitFor();
    await tab.waitForLoadState("networkidle");
    await tab.getByRole("link", { name: "Leave" }).click();
    await tab.getByText("Goodbye").waitFor();
  },
};
