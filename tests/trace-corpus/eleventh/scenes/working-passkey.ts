import { createHash, createPublicKey, createVerify, type KeyObject } from "node:crypto";
import * as z from "zod/mini";
import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { pkceScript } from "../../scene-parts/pkce-script.ts";
import { readCookie } from "../../scene-parts/cookies.ts";
import { readForm } from "../../scene-parts/read-form.ts";
import { addTo, originAt } from "../../scene-parts/urls.ts";
import { createIssuer } from "../../scene-parts/hand-written-issuer.ts";

const newKeySchema = z.object({ id: z.string(), key: z.string() });
const assertionSchema = z.object({
  id: z.string(),
  client: z.string(),
  data: z.string(),
  signature: z.string(),
});

const bytesOf = (text: string): Buffer => Buffer.from(text, "base64url");

const keyParts = `
const encodeKey = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const decodeKey = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
const send = (path, body) => fetch(path, {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
});`;

// The user makes the passkey long before the login.
const enrollScript = `${keyParts}
document.querySelector("button").onclick = async () => {
  const made = await navigator.credentials.create({ publicKey: {
    challenge: new Uint8Array(32), rp: { name: "Hive" }, pubKeyCredParams: [{ type: "public-key", alg: -7 }],
    user: { id: new Uint8Array([7]), name: "ada", displayName: "Ada" },
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  } });
  await send("/hive/keys", { id: made.id, key: encodeKey(made.response.getPublicKey()) });
  document.querySelector("p").textContent = "Your passkey is ready";
};`;

const passkeyScript = `${keyParts}
const say = (text) => { document.querySelector("p").textContent = text; };
document.querySelector("button").onclick = async () => {
  const { challenge } = await (await send("/hive/passkey/options", {})).json();
  try {
    const { id, response } = await navigator.credentials.get({ publicKey: {
      challenge: decodeKey(challenge), userVerification: "required",
    } });
    const answer = await send("/hive/passkey/verify", {
      id, client: encodeKey(response.clientDataJSON), data: encodeKey(response.authenticatorData),
      signature: encodeKey(response.signature),
    });
    if (!answer.ok) return say("That took too long. Please try again.");
    location.assign((await answer.json()).next);
  } catch (error) {
    if (error.name !== "NotAllowedError") throw error;
    say("Your passkey was not used.");
  }
};`;

/** Serves a provider whose users have passkeys and no passwords. */
async function serveHive({ application }: ProviderStage, page: string): Promise<void> {
  const hive = originAt("hive.localhost", application);
  const issuer = await createIssuer(hive);
  const keys = new Map<string, KeyObject>();
  const requests = new Map<string, URLSearchParams>();
  let challenge = "";
  let attempts = 0;
  const isRight = ({ id, client, data, signature }: z.infer<typeof assertionSchema>): boolean => {
    const key = keys.get(id);
    if (!key || !bytesOf(client).toString().includes(challenge)) return false;
    const signed = Buffer.concat([
      bytesOf(data),
      createHash("sha256").update(bytesOf(client)).digest(),
    ]);
    return createVerify("SHA256").update(signed).verify(key, bytesOf(signature));
  };
  application.respond("/hive/keys", async (request) => {
    const { id, key } = newKeySchema.parse(await request.json());
    keys.set(id, createPublicKey({ key: bytesOf(key), format: "der", type: "spki" }));
    return new Response(null, { status: 204 });
  });
  application.respond("/hive/enroll", () =>
    showPage("Hive", `<p></p><button>Make a passkey</button><script>${enrollScript}</script>`),
  );
  application.respond("/hive/enter", ({ url }) => {
    const id = randomText();
    requests.set(id, new URL(url).searchParams);
    return redirectTo("/hive/passkey", [`hive_flow=${id}; Path=/hive; HttpOnly; SameSite=Lax`]);
  });
  application.respond("/hive/passkey", () =>
    showPage("Hive", `<p></p><button>Use my passkey</button><script>${passkeyScript}</script>`),
  );
  application.respond("/hive/passkey/options", () => {
    challenge = randomText();
    return Response.json({ challenge, timeout: 60_000, rpId: "hive.localhost" });
  });
  application.respond("/hive/passkey/verify", async (request) => {
    attempts += 1;
    // The first assertion comes too late, as after a long look at the phone.
    if (attempts === 1) return Response.json({ error: "challenge_expired" }, { status: 400 });
    if (!isRight(assertionSchema.parse(await request.json())))
      return Response.json({ error: "unknown_passkey" }, { status: 401 });
    return Response.json({ next: "/hive/done" });
  });
  application.respond("/hive/done", (request) => {
    const sent = requests.get(readCookie(request, "hive_flow") ?? "");
    if (!sent) return new Response("No request is known.", { status: 400 });
    const code = issuer.issueCode(sent, { sub: "bee-7", name: "Ada" });
    return redirectTo(
      addTo(sent.get("redirect_uri") ?? "", { code, state: sent.get("state") ?? "", iss: hive }),
    );
  });
  application.respond("/hive/redeem", async (request) => {
    const answer = await issuer.redeem(await readForm(request));
    const headers = { "access-control-allow-origin": page, "cache-control": "no-store" };
    return Response.json(await answer.json(), { status: answer.status, headers });
  });
}

const honeyScript = (hive: string): string => `${pkceScript}
const show = (text) => { document.querySelector("main").textContent = text; };
const callback = location.origin + "/honey/back";
document.querySelector("button").onclick = async () => {
  const [state, nonce, verifier] = [createRandom(), createRandom(), createRandom()];
  sessionStorage.setItem(state, JSON.stringify({ verifier, nonce }));
  location.assign("${hive}/hive/enter?" + new URLSearchParams({
    client_id: "honey", response_type: "code", scope: "openid profile", redirect_uri: callback,
    state, nonce, code_challenge: await hash(verifier), code_challenge_method: "S256",
  }));
};
const finish = async (response) => {
  const { verifier, nonce } = JSON.parse(sessionStorage.getItem(response.get("state")));
  if (response.get("iss") !== "${hive}") throw new Error("Another provider answered.");
  history.replaceState(null, "", "/honey");
  const { id_token: token } = await post("${hive}/hive/redeem", {
    grant_type: "authorization_code", client_id: "honey", redirect_uri: callback,
    code: response.get("code"), code_verifier: verifier,
  });
  const claims = JSON.parse(atob(token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/")));
  if (claims.nonce !== nonce) throw new Error("The nonce differs.");
  show("Honey of " + claims.name);
};
if (location.pathname.endsWith("/back")) void finish(new URLSearchParams(location.search));`;

/** Logins with passkeys that work. */
export const passkeyScenes: ProviderScenes = {
  "passkey-at-third-try": async (stage) => {
    const { tab, application, context } = stage;
    const [hive, page] = ["hive.localhost", "honey.localhost"].map((host) =>
      originAt(host, application),
    );
    if (hive === undefined || page === undefined) throw new Error("The application has no origin.");
    await serveHive(stage, page);
    for (const path of ["/honey", "/honey/back"])
      application.respond(path, () =>
        showPage(
          "Honey",
          `<main></main><button>Sign in</button><script>${honeyScript(hive)}</script>`,
        ),
      );
    const devTools = await context.newCDPSession(tab);
    await devTools.send("WebAuthn.enable");
    const { authenticatorId } = await devTools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const useFinger = (isUserVerified: boolean) =>
      devTools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    await tab.goto(`${hive}/hive/enroll`);
    await tab.getByRole("button").click();
    await tab.getByText("Your passkey is ready").waitFor();
    await stage.discardEarlier();
    await tab.goto(`${page}/honey`);
    await tab.getByRole("button", { name: "Sign in" }).click();
    const usePasskey = () => tab.getByRole("button", { name: "Use my passkey" }).click();
    // The wrong finger first.
    await useFinger(false);
    await usePasskey();
    await tab.getByText("Your passkey was not used.").waitFor();
    await useFinger(true);
    await usePasskey();
    await tab.getByText("That took too long.").waitFor();
    await usePasskey();
    await tab.getByText("Honey of Ada").waitFor();
    await devTools.detach();
  },
};
