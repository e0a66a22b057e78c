import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import { addTo, originAt, withQuery } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { lax, readCookie } from "../../scene-parts/cookies.ts";
import { readForm } from "../../scene-parts/read-form.ts";

/** Serves a university's CAS server: an application gets a ticket and asks whose it is. */
function serveUniversity({ application }: ProviderStage): void {
  const tickets = new Map<string, { readonly service: string; readonly user: string }>();
  const sessions = new Map<string, string>();
  application.respond("/cas/login", async (request) => {
    const { searchParams } = new URL(request.url);
    const service = searchParams.get("service") ?? "";
    const answer = (user: string, cookies: readonly string[] = []) => {
      const ticket = `ST-1-${randomText()}`;
      tickets.set(ticket, { service, user });
      return redirectTo(addTo(service, { ticket }), cookies);
    };
    const known = sessions.get(readCookie(request, "TGC") ?? "");
    if (known !== undefined) return answer(known);
    if (searchParams.get("gateway") === "true") return redirectTo(service);
    const form = `<form method="post"><input name="username" value="ada"><input name="password" type="password" placeholder="Password"><input type="hidden" name="execution" value="${randomText()}"><button>Log in</button></form>`;
    if (request.method === "GET") return showPage("University", form);
    const fields = await readForm(request);
    if (fields.get("password") === "ink-and-paper-5") {
      const id = randomText();
      sessions.set(id, fields.get("username") ?? "");
      return answer(fields.get("username") ?? "", [`TGC=${id}; Path=/cas; HttpOnly; SameSite=Lax`]);
    }
    const page = showPage("University", `<p>Invalid credentials.</p>${form}`);
    return new Response(page.body, { status: 401, headers: page.headers });
  });
  application.respond("/cas/p3/serviceValidate", ({ url }) => {
    const { ticket = "", service } = Object.fromEntries(new URL(url).searchParams);
    const found = tickets.get(ticket);
    tickets.delete(ticket);
    return found && found.service === service
      ? Response.json({ serviceResponse: { authenticationSuccess: { user: found.user } } })
      : Response.json({ serviceResponse: { authenticationFailure: { code: "INVALID_TICKET" } } });
  });
}

/** Serves two applications of the university: each has its own session. */
function serveStudies({ application }: ProviderStage, university: string): void {
  const students = new Map<string, string>();
  for (const path of ["/studies", "/canteen"]) {
    const cookie = path.slice(1);
    application.respond(path, async (request) => {
      const url = new URL(request.url);
      const service = `${url.origin}${path}`;
      const login = (added: Readonly<Record<string, string>> = {}) =>
        withQuery(`${university}/cas/login`, { service, ...added });
      const ticket = url.searchParams.get("ticket");
      if (ticket !== null) {
        // The server reaches the university at its own address, since only browsers know its name.
        const check = `${application.origin}/cas/p3/serviceValidate`;
        const answer = await fetch(withQuery(check, { ticket, service, format: "JSON" }));
        const user = /"user":"(\w+)"/.exec(await answer.text())?.[1];
        if (user === undefined) return new Response("This ticket is invalid.", { status: 403 });
        const id = randomText();
        students.set(id, user);
        return redirectTo(path, [`${cookie}=${id}; ${lax}`]);
      }
      const student = students.get(readCookie(request, cookie) ?? "");
      if (student !== undefined)
        return showPage(
          "University",
          `<p>${cookie} of ${student}</p><script>fetch("/notices").catch(() => undefined);</script>`,
        );
      if (readCookie(request, `${cookie}_asked`) === undefined)
        return redirectTo(login({ gateway: "true" }), [`${cookie}_asked=1; Max-Age=60; ${lax}`]);
      return showPage("University", `<p>Open to all</p><a href="${login()}">Log in</a>`);
    });
  }
  application.respond("/notices", () => new Response("Nothing", { status: 404 }));
}

/** Logins with tickets that work. */
export const ticketScenes: ProviderScenes = {
  "ticket-of-university": async (stage) => {
    const { tab, application } = stage;
    const [university, studies, canteen] = ["cas", "studies", "canteen"].map((name) =>
      originAt(`${name}.university.localhost`, application),
    );
    serveUniversity(stage);
    serveStudies(stage, university ?? "");
    await tab.goto(`${studies}/studies`);
    await tab.getByRole("link", { name: "Log in" }).click();
    const enter = async (password: string) => {
      await tab.getByPlaceholder("Password").fill(password);
      await tab.getByRole("button", { name: "Log in" }).click();
    };
    await enter("ink-and-paper-4");
    await tab.getByText("Invalid credentials.").waitFor();
    await enter("ink-and-paper-5");
    await tab.getByText("studies of ada").waitFor();
    await tab.waitForLoadState("networkidle");
    // The second application finds the user's session at the university without a form.
    await tab.goto(`${canteen}/canteen`);
    await tab.getByText("canteen of ada").waitFor();
    await tab.waitForLoadState("networkidle");
  },
};
