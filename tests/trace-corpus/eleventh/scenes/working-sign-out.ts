import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import { addTo, originAt, withQuery } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { lax, readCookie } from "../../scene-parts/cookies.ts";
import { readForm } from "../../scene-parts/read-form.ts";
import { createIssuer } from "../../scene-parts/hand-written-issuer.ts";

/** Serves a school's provider, whose page of the logout tells each application in a frame. */
async function serveSchool(
  { application }: ProviderStage,
  school: string,
  apps: readonly string[],
): Promise<void> {
  const issuer = await createIssuer(school);
  const sessions = new Set<string>();
  const frames = (sid: string) =>
    apps
      .map((app) => {
        const url = withQuery(`${app}/front-channel-logout`, { iss: school, sid });
        return `<iframe hidden src="${url.replaceAll("&", "&amp;")}"></iframe>`;
      })
      .join("");
  application.respond("/school/login", async (request) => {
    const { searchParams } = new URL(request.url);
    const known = readCookie(request, "school") ?? "";
    const { redirect_uri: to = "", state = "" } = Object.fromEntries(searchParams);
    const answer = (sid: string, cookies: readonly string[] = []) => {
      const code = issuer.issueCode(searchParams, { sub: "pupil-3", name: "Ada", sid });
      return redirectTo(addTo(to, { code, state, session_state: `${sid.slice(0, 8)}.1` }), cookies);
    };
    if (sessions.has(known)) return answer(known);
    const form = `<form method="post"><input name="password" type="password" placeholder="Password"><button>Enter</button></form>`;
    if (request.method === "GET") return showPage("School", form);
    if ((await readForm(request)).get("password") !== "chalk-and-slate")
      return showPage("School", `<p>Try again</p>${form}`);
    const sid = randomText();
    sessions.add(sid);
    return answer(sid, [`school=${sid}; ${lax}`]);
  });
  application.respond("/school/redeem", async (request) => issuer.redeem(await readForm(request)));
  application.respond("/school/end", (request) => {
    const sid = readCookie(request, "school") ?? "";
    sessions.delete(sid);
    const to = new URL(request.url).searchParams.get("post_logout_redirect_uri") ?? "";
    const go = `addEventListener("load", () => setTimeout(() => location.assign(${JSON.stringify(to)}), 300));`;
    return showPage("School", `<p>Signing out</p>${frames(sid)}<script>${go}</script>`, {
      "set-cookie": `school=; Max-Age=0; ${lax}`,
    });
  });
}

const appScript = `
const main = document.querySelector("main");
const title = document.title;
fetch("/api/me").then(async (response) => {
  const { name } = await response.json();
  if (response.status === 401) main.innerHTML = "<a href='/enter'>Enter " + title + "</a>";
  else main.innerHTML = title + " of " + name + " <a href='/leave'>Leave</a>";
});`;

/** Serves the two applications of the school: each has sessions of its own. */
function serveApps({ application }: ProviderStage, school: string): void {
  const states = new Map<string, string>();
  const sessions = new Map<string, { readonly sid: string; readonly name: string }>();
  const titleOf = ({ host }: URL): string => (host.startsWith("mail") ? "Mail" : "Timetable");
  application.respond("/inside", ({ url }) =>
    showPage(titleOf(new URL(url)), `<main></main><script>${appScript}</script>`),
  );
  application.respond("/api/me", (request) => {
    const session = sessions.get(readCookie(request, "inside") ?? "");
    return session
      ? Response.json({ name: session.name })
      : Response.json({ message: "Nobody is here." }, { status: 401 });
  });
  application.respond("/enter", ({ url }) => {
    const page = new URL(url);
    const state = randomText();
    states.set(state, page.host);
    const sent = {
      client_id: titleOf(page).toLowerCase(),
      response_type: "code",
      scope: "openid profile",
      redirect_uri: `${page.origin}/entered`,
      state,
      nonce: randomText(),
    };
    return redirectTo(withQuery(`${school}/school/login`, sent), [`entering=${state}; ${lax}`]);
  });
  application.respond("/entered", async (request) => {
    const page = new URL(request.url);
    const { code = "", state = "" } = Object.fromEntries(page.searchParams);
    if (readCookie(request, "entering") !== state || states.get(state) !== page.host)
      return new Response("This login was not begun here.", { status: 400 });
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: `${page.origin}/entered`,
    });
    // The server reaches the school at its own address, since only browsers know its name.
    const answer = await fetch(`${application.origin}/school/redeem`, { method: "POST", body });
    const token = String(Reflect.get(Object(await answer.json()), "id_token"));
    const claims: unknown = JSON.parse(
      Buffer.from(token.split(".")[1] ?? "", "base64url").toString(),
    );
    const [sid, name] = ["sid", "name"].map((each) => String(Reflect.get(Object(claims), each)));
    const id = randomText();
    sessions.set(id, { sid: sid ?? "", name: name ?? "" });
    return redirectTo("/inside", [`inside=${id}; ${lax}`, `entering=; Max-Age=0; ${lax}`]);
  });
  application.respond("/front-channel-logout", ({ url }) => {
    const ended = new URL(url).searchParams.get("sid");
    for (const [id, { sid }] of sessions) if (sid === ended) sessions.delete(id);
    return showPage("Bye", "", { "cache-control": "no-store" });
  });
  application.respond("/leave", ({ url }) => {
    const to = `${new URL(url).origin}/inside`;
    return redirectTo(withQuery(`${school}/school/end`, { post_logout_redirect_uri: to }));
  });
}

/** Logins of several applications at one provider that work. */
export const signOutScenes: ProviderScenes = {
  "signed-out-everywhere-and-back": async (stage) => {
    const { tab, application } = stage;
    const school = originAt("id.school.localhost", application);
    const mail = originAt("mail.school.localhost", application);
    const timetable = originAt("timetable.school.localhost", application);
    await serveSchool(stage, school, [mail, timetable]);
    serveApps(stage, school);
    const enter = async (password: string) => {
      await tab.getByPlaceholder("Password").fill(password);
      await tab.getByRole("button", { name: "Enter" }).click();
    };
    await tab.goto(`${mail}/inside`);
    await tab.getByRole("link", { name: "Enter Mail" }).click();
    await enter("chalk-and-slate");
    await tab.getByText("Mail of Ada").waitFor();
    // The user is in the mail since this morning.
    await stage.discardEarlier();
    await tab.goto(`${timetable}/inside`);
    await tab.getByRole("link", { name: "Enter Timetable" }).click();
    await tab.getByText("Timetable of Ada").waitFor();
    await tab.getByRole("link", { name: "Leave" }).click();
    await tab.getByRole("link", { name: "Enter Timetable" }).waitFor();
    await tab.goto(`${mail}/enter`);
    await enter("chalk-and-state");
    await tab.getByText("Try again").waitFor();
    await enter("chalk-and-slate");
    await tab.getByText("Mail of Ada").waitFor();
  },
};
