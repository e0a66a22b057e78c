import { randomText } from "../../scene-parts/pkce.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { showPage } from "../../scene-parts/responses.ts";
import { createIssuer } from "../../scene-parts/hand-written-issuer.ts";
import { originAt } from "../../scene-parts/urls.ts";
import { readForm } from "../../scene-parts/read-form.ts";

const key = "key-of-the-diary-that-everybody-may-know";

/** Serves a provider of accounts that has no pages: the application sends the password itself. */
async function serveAccounts({ application }: ProviderStage, page: string): Promise<void> {
  const issuer = await createIssuer("https://accounts.example/diary");
  const refreshTokens = new Set<string>();
  const user = { sub: "Xq81", email: "ada@example.com", name: "Ada" };
  const allowed = {
    "access-control-allow-origin": page,
    "access-control-allow-headers": "content-type,x-client-version",
  };
  const answer = (body: object, status = 200) =>
    Response.json(body, { status, headers: { ...allowed, "cache-control": "no-store" } });
  const serve = (path: string, respond: (request: Request) => Promise<Response>) => {
    application.respond(path, async (request) =>
      request.method === "OPTIONS"
        ? new Response(null, { status: 204, headers: allowed })
        : await respond(request),
    );
  };
  const createTokens = async () => {
    const refreshToken = randomText();
    refreshTokens.add(refreshToken);
    return { idToken: await issuer.sign(user, "diary"), refreshToken };
  };
  serve("/v1/accounts:signInWithPassword", async (request) => {
    const password: unknown = Reflect.get(Object(await request.json()), "password");
    if (password === "dear-diary-1")
      return answer({
        localId: user.sub,
        registered: true,
        expiresIn: "2",
        ...(await createTokens()),
      });
    const message = "INVALID_LOGIN_CREDENTIALS";
    const errors = [{ message, domain: "global", reason: "invalid" }];
    return answer({ error: { code: 400, message, errors } }, 400);
  });
  serve("/v1/accounts:lookup", async () =>
    answer({ users: [{ localId: user.sub, email: user.email, displayName: user.name }] }),
  );
  serve("/v1/tokens", async (request) => {
    if (!refreshTokens.delete((await readForm(request)).get("refresh_token") ?? ""))
      return answer({ error: { code: 400, message: "INVALID_REFRESH_TOKEN" } }, 400);
    const { idToken, refreshToken } = await createTokens();
    return answer({
      access_token: idToken,
      expires_in: "3600",
      token_type: "Bearer",
      refresh_token: refreshToken,
      id_token: idToken,
      user_id: user.sub,
    });
  });
}

// The page renews its token shortly before the token expires, when it next needs one.
const diaryScript = (accounts: string): string => `
const show = (text) => { document.querySelector("main").textContent = text; };
const send = async (method, body) => {
  const answer = await fetch("${accounts}/v1/" + method + "?key=${key}", {
    method: "POST", body: JSON.stringify(body),
    headers: { "content-type": "application/json", "x-client-version": "diary/3" },
  });
  return answer.json();
};
let user;
const getToken = async () => {
  if (Date.now() < user.until) return user.idToken;
  const answer = await fetch("${accounts}/v1/tokens?key=${key}", {
    method: "POST", body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: user.refreshToken }),
  });
  const { id_token: idToken, refresh_token: refreshToken } = await answer.json();
  user = { idToken, refreshToken, until: Date.now() + 3_600_000 };
  return idToken;
};
const read = async () => {
  const answer = await fetch("/api/entries", { headers: { authorization: "Bearer " + (await getToken()) } });
  show((await answer.json()).entries.join());
};
document.querySelector("form").onsubmit = async (event) => {
  event.preventDefault();
  const { email, password } = Object.fromEntries(new FormData(event.target));
  const signedIn = await send("accounts:signInWithPassword", { email, password, returnSecureToken: true });
  if (signedIn.error) return show("Email or password is wrong");
  user = { ...signedIn, until: Date.now() + Number(signedIn.expiresIn) * 1000 };
  const { users } = await send("accounts:lookup", { idToken: user.idToken });
  show("Hello " + users[0].displayName);
};
document.querySelector("#read").onclick = read;
fetch("/api/weather").catch(() => undefined);`;

/** Logins through an interface of a provider, without its pages, that work. */
export const toolkitScenes: ProviderScenes = {
  "diary-sends-password-itself": async (stage) => {
    const { tab, application } = stage;
    const page = originAt("diary.localhost", application);
    await serveAccounts(stage, page);
    const script = diaryScript(originAt("accounts.localhost", application));
    application.respond("/diary", () =>
      showPage(
        "Diary",
        `<main></main><form><input name="email" value="ada@example.com"><input name="password" type="password" placeholder="Password"><button>Open</button></form><button id="read">Read</button><script>${script}</script>`,
      ),
    );
    application.respond("/api/weather", () => new Response("Too many requests", { status: 429 }));
    application.respond("/api/entries", ({ headers }) =>
      headers.has("authorization")
        ? Response.json({ entries: ["Rain", "Sun"] })
        : Response.json({ message: "Locked" }, { status: 401 }),
    );
    const enter = async (password: string) => {
      await tab.getByPlaceholder("Password").fill(password);
      await tab.getByRole("button", { name: "Open" }).click();
    };
    await tab.goto(`${page}/diary`);
    await enter("dear-dairy-1");
    await tab.getByText("Email or password is wrong").waitFor();
    await enter("dear-diary-1");
    await tab.getByText("Hello Ada").waitFor();
    await tab.getByRole("button", { name: "Read" }).click();
    await tab.getByText("Rain,Sun").waitFor();
    // The first token expires meanwhile.
    await tab.waitForTimeout(2500);
    await tab.getByRole("button", { name: "Read" }).click();
    await tab.waitForLoadState("networkidle");
    await tab.waitForTimeout(500);
  },
};
