// The program of the bare page: the flow of a login, and nothing else. It makes the same redirects
// as the panel in the same kind of window, redeems the code, and decodes the tokens.

const page = document.documentElement.dataset;

function encode(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

async function logIn(origin: string, clientId: string): Promise<string> {
  const redirectUri = chrome.identity.getRedirectURL();
  const verifier = encode(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const request = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    response_mode: "fragment",
    redirect_uri: redirectUri,
    scope: "openid profile email",
    state: encode(crypto.getRandomValues(new Uint8Array(32))),
    nonce: encode(crypto.getRandomValues(new Uint8Array(32))),
    code_challenge: encode(new Uint8Array(digest)),
    code_challenge_method: "S256",
  });
  const redirected = Promise.withResolvers<string>();
  const onUpdated = (_tab: number, { url }: { url?: string }) => {
    if (url?.startsWith(redirectUri) === true) redirected.resolve(url);
  };
  chrome.tabs.onUpdated.addListener(onUpdated);
  const opened = await chrome.windows.create({
    url: `${origin}/authorize?${request}`,
    type: "popup",
    width: 540,
    height: 760,
  });
  const { hash } = new URL(await redirected.promise);
  chrome.tabs.onUpdated.removeListener(onUpdated);
  if (opened?.id !== undefined) void chrome.windows.remove(opened.id);
  const response = await fetch(`${origin}/oauth/token`, {
    method: "POST",
    credentials: "omit",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: clientId,
      redirect_uri: redirectUri,
      code: new URLSearchParams(hash.slice(1)).get("code") ?? "",
      code_verifier: verifier,
    }),
  });
  const tokens: unknown = await response.json();
  if (typeof tokens !== "object" || tokens === null || !("id_token" in tokens)) {
    throw new Error(`The tenant returned no ID token: ${JSON.stringify(tokens)}`);
  }
  const [, payload = ""] = String(tokens.id_token).split(".");
  return atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
}

document.querySelector("button")?.addEventListener("click", () => {
  const output = document.querySelector("output");
  if (output === null) return;
  output.textContent = "";
  logIn(page["origin"] ?? "", page["clientId"] ?? "").then(
    (claims) => (output.textContent = claims),
    (error: unknown) => (output.textContent = String(error)),
  );
});
