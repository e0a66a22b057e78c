import { createRemoteJWKSet, jwtVerify } from "jose";
import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import { originAt, withQuery } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { readCookie } from "../../scene-parts/cookies.ts";
import { readForm } from "../../scene-parts/read-form.ts";
import { createIssuer } from "../../scene-parts/hand-written-issuer.ts";

const tool = "exercises";
const framed = "Path=/; HttpOnly; Secure; SameSite=None; Partitioned";
const claim = "https://purl.imsglobal.org/spec/lti/claim";

/** A form that sends itself, as platforms and providers use it. */
const postItself = (action: string, fields: Readonly<Record<string, string>>): string => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
  );
  return `<form method="post" action="${action}">${inputs.join("")}</form><script>document.forms[0].submit();</script>`;
};

/** Serves a campus, which shows the exercises of another maker in frames of its courses. */
async function serveCampus({ application }: ProviderStage, campus: string, exercises: string) {
  const issuer = await createIssuer(campus);
  const course = `<p>Algebra</p><button>Open the exercise</button><iframe name="tool"></iframe>
<script>document.querySelector("button").onclick = () => window.open("/course/launch", "tool");
fetch("/course/messages").catch(() => undefined);</script>`;
  application.respond("/course", () => showPage("Course", course));
  application.respond("/course/messages", () => new Response("Starting", { status: 503 }));
  application.respond("/course/launch", () =>
    showPage(
      "Course",
      postItself(`${exercises}/lti/initiate`, {
        iss: campus,
        login_hint: "pupil-9",
        target_link_uri: `${exercises}/lti/exercise`,
        lti_message_hint: "link-41",
        lti_deployment_id: "d-1",
        client_id: tool,
      }),
    ),
  );
  application.respond("/lti/answer", async ({ url }) => {
    const { nonce = "", state = "", ...sent } = Object.fromEntries(new URL(url).searchParams);
    const token = await issuer.sign(
      {
        sub: sent["login_hint"] ?? "",
        name: "Ada",
        nonce,
        [`${claim}/message_type`]: "LtiResourceLinkRequest",
        [`${claim}/version`]: "1.3.0",
        [`${claim}/deployment_id`]: "d-1",
        [`${claim}/target_link_uri`]: `${exercises}/lti/exercise`,
        [`${claim}/resource_link`]: { id: "link-41", title: "Fractions" },
      },
      tool,
    );
    return showPage("Course", postItself(sent["redirect_uri"] ?? "", { id_token: token, state }));
  });
  application.respond("/lti/keys", () => Response.json(issuer.jwks));
}

const exerciseScript = `
const show = (text) => { document.querySelector("output").textContent = text; };
document.querySelector("button").onclick = async () => {
  const answer = await fetch("/lti/scores", {
    method: "POST", headers: { "content-type": "application/json" },
    body: JSON.stringify({ answer: document.querySelector("input").value }),
  });
  show(answer.ok ? "Right" : "Please write a number");
};`;

/** Serves the exercises: the campus begins each login at them. */
function serveExercises({ application }: ProviderStage, campus: string, exercises: string): void {
  // The server reaches the campus at its own address, since only browsers know its name.
  const keys = createRemoteJWKSet(new URL(`${application.origin}/lti/keys`));
  const nonces = new Map<string, string>();
  const pupils = new Map<string, string>();
  application.respond("/lti/initiate", async (request) => {
    const form = await readForm(request);
    if (form.get("iss") !== campus) return new Response("Unknown platform", { status: 400 });
    const [state, nonce] = [randomText(), randomText()];
    nonces.set(state, nonce);
    const sent = {
      scope: "openid",
      response_type: "id_token",
      response_mode: "form_post",
      prompt: "none",
      client_id: tool,
      redirect_uri: `${exercises}/lti/launch`,
      login_hint: form.get("login_hint") ?? "",
      lti_message_hint: form.get("lti_message_hint") ?? "",
      state,
      nonce,
    };
    return redirectTo(withQuery(`${campus}/lti/answer`, sent), [`lti_state=${state}; ${framed}`]);
  });
  application.respond("/lti/launch", async (request) => {
    const form = await readForm(request);
    const state = form.get("state") ?? "";
    if (readCookie(request, "lti_state") !== state)
      return new Response("This launch was not begun here.", { status: 400 });
    const { payload } = await jwtVerify(form.get("id_token") ?? "", keys, {
      issuer: campus,
      audience: tool,
    });
    if (payload["nonce"] !== nonces.get(state))
      return new Response("The nonce is wrong.", { status: 400 });
    nonces.delete(state);
    const id = randomText();
    pupils.set(id, String(payload["name"]));
    return redirectTo("/lti/exercise", [`pupil=${id}; ${framed}`]);
  });
  application.respond("/lti/exercise", (request) =>
    showPage(
      "Exercise",
      `<p>Fractions for ${pupils.get(readCookie(request, "pupil") ?? "") ?? "nobody"}</p><input placeholder="Answer"><button>Check</button><output></output><script>${exerciseScript}</script>`,
    ),
  );
  application.respond("/lti/scores", async (request) => {
    if (!pupils.has(readCookie(request, "pupil") ?? "")) return new Response("", { status: 401 });
    const value: unknown = Reflect.get(Object(await request.json()), "answer");
    return value === "3"
      ? Response.json({ points: 1 }, { status: 201 })
      : Response.json({ message: "Not a number" }, { status: 422 });
  });
}

/** Logins that a platform begins in a frame that work. */
export const courseScenes: ProviderScenes = {
  "course-launches-exercise": async (stage) => {
    const { tab, application } = stage;
    const campus = originAt("campus.localhost", application);
    const exercises = originAt("exercises.localhost", application);
    await serveCampus(stage, campus, exercises);
    serveExercises(stage, campus, exercises);
    const frame = tab.frameLocator("iframe");
    await tab.goto(`${campus}/course`);
    await tab.getByRole("button", { name: "Open the exercise" }).click();
    await frame.getByText("Fractions for Ada").waitFor();
    const answer = async (value: string, shown: string) => {
      await frame.getByPlaceholder("Answer").fill(value);
      await frame.getByRole("button", { name: "Check" }).click();
      await frame.getByText(shown).waitFor();
    };
    await answer("three", "Please write a number");
    await answer("3", "Right");
  },
};
