import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { pkceScript } from "../../scene-parts/pkce-script.ts";
import { readCookie } from "../../scene-parts/cookies.ts";
import { readForm } from "../../scene-parts/read-form.ts";
import { addTo, originAt } from "../../scene-parts/urls.ts";
import { createIssuer } from "../../scene-parts/hand-written-issuer.ts";

const payment = {
  type: "payment",
  amount: { currency: "EUR", value: "48.20" },
  creditor: "Water works",
};

/** Serves a bank, at which a page pushes its request with the payment that the user shall allow. */
async function serveBank(
  { application }: ProviderStage,
  bank: string,
  page: string,
): Promise<void> {
  const issuer = await createIssuer(bank);
  const pushed = new Map<string, URLSearchParams>();
  const open = {
    "access-control-allow-origin": page,
    "access-control-allow-headers": "authorization,content-type,idempotency-key",
    "cache-control": "no-store",
  };
  const answer = (body: object, status = 200) => Response.json(body, { status, headers: open });
  const serve = (path: string, respond: (request: Request) => Response | Promise<Response>) => {
    application.respond(path, async (request) =>
      request.method === "OPTIONS"
        ? new Response(null, { status: 204, headers: open })
        : await respond(request),
    );
  };
  serve("/psd/requests", async (request) => {
    const id = `urn:ietf:params:oauth:request_uri:${randomText()}`;
    pushed.set(id, await readForm(request));
    return answer({ request_uri: id, expires_in: 90 }, 201);
  });
  serve("/psd/permit", async (request) => {
    const sent = pushed.get(new URL(request.url).searchParams.get("request_uri") ?? "");
    if (!sent) return new Response("This request has expired.", { status: 400 });
    const isKnown = readCookie(request, "bank") !== undefined;
    const fields = request.method === "POST" ? await readForm(request) : new URLSearchParams();
    if (!isKnown && fields.get("value") === "52-gold")
      return redirectTo(request.url, [`bank=${randomText()}; Path=/psd; HttpOnly; SameSite=Lax`]);
    const ask = (field: string, problem: string) =>
      showPage(
        "Bank",
        `<form method="post"><p>${problem}</p><input name="value" placeholder="${field}"><button>Continue</button></form>`,
      );
    if (!isKnown) return ask("PIN", "");
    const value = fields.get("value");
    if (value !== "481516") return ask("TAN", value === null ? "48.20 EUR" : "That TAN is wrong.");
    const code = issuer.issueCode(sent, { sub: "iban-7", name: "Ada" });
    const { redirect_uri: to = "", state = "" } = Object.fromEntries(sent);
    return redirectTo(addTo(to, { code, state, iss: bank }));
  });
  serve("/psd/redeem", async (request) => {
    const redeemed = await issuer.redeem(await readForm(request));
    const tokens: unknown = await redeemed.json();
    return answer(Object.assign({}, tokens, { authorization_details: [payment] }), redeemed.status);
  });
  let polls = 0;
  serve("/open/payments", (request) =>
    issuer.findUser(request.headers.get("authorization"))
      ? answer({ id: "p-81", status: "received" }, 202)
      : answer({ code: "TOKEN_INVALID" }, 401),
  );
  serve("/open/payments/p-81", () => {
    polls += 1;
    return answer({ id: "p-81", status: polls < 2 ? "pending" : "settled" });
  });
  serve("/open/rates", () => answer({ code: "SERVICE_UNAVAILABLE" }, 503));
}

// RFC 9396: the request says exactly what the token is for, and the token is for that payment only.
const billScript = (bank: string): string => `${pkceScript}
const show = (text) => { document.querySelector("main").textContent = text; };
const callback = location.origin + "/bills/done";
const client = "bills-app";
document.querySelector("button").onclick = async () => {
  const [state, nonce, verifier] = [createRandom(), createRandom(), createRandom()];
  sessionStorage.setItem("bill", JSON.stringify({ state, nonce, verifier }));
  const { request_uri } = await post("${bank}/psd/requests", {
    client_id: client, response_type: "code", redirect_uri: callback, scope: "openid", state, nonce,
    code_challenge: await hash(verifier), code_challenge_method: "S256",
    authorization_details: JSON.stringify([${JSON.stringify(payment)}]),
  });
  location.assign("${bank}/psd/permit?" + new URLSearchParams({ client_id: client, request_uri }));
};
const finish = async (response) => {
  const { state, verifier } = JSON.parse(sessionStorage.getItem("bill"));
  if (response.get("state") !== state || response.get("iss") !== "${bank}") throw new Error("Not ours.");
  history.replaceState(null, "", "/bills");
  const tokens = await post("${bank}/psd/redeem", {
    grant_type: "authorization_code", client_id: client, redirect_uri: callback,
    code: response.get("code"), code_verifier: verifier,
  });
  const headers = { authorization: "Bearer " + tokens.access_token };
  const sent = await fetch("${bank}/open/payments", {
    method: "POST", body: JSON.stringify(tokens.authorization_details[0]),
    headers: { ...headers, "content-type": "application/json", "idempotency-key": createRandom() },
  });
  let payment = await sent.json();
  while (payment.status !== "settled") {
    await new Promise((resolve) => setTimeout(resolve, 300));
    payment = await (await fetch("${bank}/open/payments/" + payment.id, { headers })).json();
  }
  show("The water is paid");
};
if (location.pathname.endsWith("/done")) void finish(new URLSearchParams(location.search));
else fetch("${bank}/open/rates")
  .then((answer) => answer.json())
  .then(({ code }) => show(code ? "No rates today" : "Rates of today"));`;

/** Logins that allow one payment that work. */
export const billScenes: ProviderScenes = {
  "token-for-one-payment": async (stage) => {
    const { tab, application } = stage;
    const bank = originAt("bank.localhost", application);
    const page = originAt("bills.localhost", application);
    await serveBank(stage, bank, page);
    const script = billScript(bank);
    for (const path of ["/bills", "/bills/done"])
      application.respond(path, () =>
        showPage("Bills", `<main></main><button>Pay the water</button><script>${script}</script>`),
      );
    const enter = async (field: string, value: string) => {
      await tab.getByPlaceholder(field).fill(value);
      await tab.getByRole("button", { name: "Continue" }).click();
    };
    await tab.goto(`${page}/bills`);
    await tab.getByText("No rates today").waitFor();
    await tab.getByRole("button", { name: "Pay the water" }).click();
    await enter("PIN", "52-gold");
    await enter("TAN", "481561");
    await tab.getByText("That TAN is wrong.").waitFor();
    await enter("TAN", "481516");
    await tab.getByText("The water is paid").waitFor();
  },
};
