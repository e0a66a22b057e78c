import { ClientSecretPost } from "openid-client";
import { logIn } from "../../../e2e/pages/login-window.ts";
import { demo } from "../../../launch/demo.ts";
import { connect } from "../../scene-parts/openid-client-login.ts";
import { showPage, redirectTo } from "../../scene-parts/responses.ts";
import { originAt } from "../../scene-parts/urls.ts";
import { readForm } from "../../scene-parts/read-form.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { allowOrigin } from "../../scene-parts/tenant-client.ts";
import { lax } from "../../scene-parts/cookies.ts";
import { serveSite } from "./working-site.ts";

const secret = "demo-spa-secret-that-no-browser-ever-sees";

const connectTenant = ({ tenant }: ProviderStage) =>
  connect(tenant.origin, demo.clientId, ClientSecretPost(secret));

// The text of the petition is kept while its author types.
const petitionScript = `
const field = document.querySelector("textarea");
const note = document.querySelector("output");
field.oninput = async () => {
  const kept = await fetch("/petition/draft", { method: "PUT", body: field.value });
  note.textContent = kept.ok ? "Kept" : "Not kept, you have been away for long";
};`;

/** Serves a petition, which only takes forms of a session. */
async function servePetition(stage: ProviderStage, home: string): Promise<() => void> {
  const { application } = stage;
  const visitors = serveSite(stage, { config: await connectTenant(stage), name: "petition", home });
  const subjects = new Set<string>();
  let draft = "";
  const show = (text: string) =>
    showPage(
      "Petition",
      `<p>Trees for our street</p><form method="post" action="/petition/sign"><textarea name="words" placeholder="Your words">${text}</textarea><button>Sign</button></form><output></output><script>${petitionScript}</script>`,
    );
  application.respond("/petition", (request) => {
    const visitor = visitors.find(request);
    if (!visitor) return visitors.begin("/petition");
    subjects.add(visitor.subject);
    return show(draft);
  });
  application.respond("/petition/draft", async (request) => {
    if (!visitors.find(request))
      return Response.json({ message: "Your session has ended" }, { status: 401 });
    draft = await request.text();
    return new Response(null, { status: 204 });
  });
  application.respond("/petition/sign", async (request) => {
    const visitor = visitors.find(request);
    draft = (await readForm(request)).get("words") ?? "";
    if (visitor) return redirectTo("/petition/thanks", [`petition_signed=1; ${lax}`]);
    const { body, headers } = showPage(
      "Page expired",
      `<p>This page has expired. Your words are safe.</p><a href="/petition">Continue</a>`,
    );
    return new Response(body, { status: 419, headers });
  });
  application.respond("/petition/thanks", (request) =>
    showPage("Petition", `<p>Thank you, ${visitors.find(request)?.name}</p>`),
  );
  return () => {
    for (const subject of subjects) visitors.forget(subject);
  };
}

/** Logins at the tenant of servers with openid-client that work. */
export const tenantServerScenes: ProviderScenes = {
  "petition-form-has-expired": async (stage) => {
    const { tab, application } = stage;
    const home = originAt("petition.localhost", application);
    await allowOrigin(stage, home, "/petition/return");
    const endSessions = await servePetition(stage, home);
    await tab.goto(`${home}/petition`);
    await logIn(tab, demo.user);
    await tab.getByPlaceholder("Your words").waitFor();
    // The author goes to lunch, and the server forgets its sessions.
    endSessions();
    await stage.discardEarlier();
    await tab.getByPlaceholder("Your words").fill("Lime trees, please");
    await tab.getByText("Not kept").waitFor();
    await tab.getByRole("button", { name: "Sign" }).click();
    await tab.getByRole("link", { name: "Continue" }).click();
    await tab.getByText("Lime trees, please").waitFor();
    await tab.getByPlaceholder("Your words").fill("Lime trees and a bench, please");
    await tab.getByText("Kept").waitFor();
    await tab.getByRole("button", { name: "Sign" }).click();
    await tab.getByText("Thank you, Ada Lovelace").waitFor();
  },
  "two-presses-on-continue": async (stage) => {
    const { tab, application } = stage;
    const home = originAt("observatory.localhost", application);
    await allowOrigin(stage, home, "/observatory/return");
    const visitors = serveSite(stage, {
      config: await connectTenant(stage),
      name: "observatory",
      home,
    });
    application.respond("/observatory", (request) => {
      const visitor = visitors.find(request);
      return visitor
        ? showPage(
            "Observatory",
            `<p>Clear sky for ${visitor.name}</p><script>for (const each of ["moon", "comet"]) fetch("/observatory/pictures/" + each).catch(() => undefined);</script>`,
          )
        : visitors.begin("/observatory");
    });
    application.respond("/observatory/pictures/moon", () => Response.json({ phase: 0.4 }));
    application.respond("/observatory/pictures/comet", () =>
      Response.json({ message: "No comet tonight" }, { status: 404 }),
    );
    // The first press is on its way for so long that the user presses again.
    await tab.route(
      /\/u\/login\?/,
      async (route) => {
        if (route.request().method() === "POST")
          await new Promise((resolve) => setTimeout(resolve, 1500));
        await route.continue().catch(() => undefined);
      },
      { times: 2 },
    );
    await tab.goto(`${home}/observatory`);
    await tab.getByLabel("Email address").fill(demo.secondUser.email);
    await tab.getByLabel("Password").fill(demo.secondUser.password);
    await tab.evaluate(() => {
      const press = () => document.querySelector<HTMLButtonElement>("button[type=submit]")?.click();
      press();
      setTimeout(press, 600);
    });
    await tab.getByText("Clear sky for Grace Hopper").waitFor();
    await tab.waitForLoadState("networkidle");
  },
};
