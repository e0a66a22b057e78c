import * as z from "zod/mini";
import { readCookie } from "../../scene-parts/cookies.ts";
import { redirectTo, showPage } from "../../scene-parts/responses.ts";
import { smallProviderOrigin, withProvider } from "../../scene-parts/scene-provider.ts";
import { createSmallProvider } from "../../scene-parts/small-provider.ts";
import { randomText } from "../../scene-parts/pkce.ts";
import { createAttempt, type Attempt } from "../../scene-parts/attempt.ts";
import { withQuery } from "../../scene-parts/urls.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";

const paths = {
  authorization: "/guest/oauth/begin",
  token: "/guest/oauth/tokens",
  keys: "/guest/oauth/keys",
} as const;

const tokensSchema = z.object({ access_token: z.string() });

/** Serves a booking tool whose server logs guests in. Its cookies are as its framework makes them. */
function serveBooking({ application }: ProviderStage): void {
  const callback = `${application.origin}/booking/oauth/return`;
  const attempts = new Map<string, Attempt>();
  const sessions = new Set<string>();
  const bake = (id: string) => `booking.sid=${id}; Path=/; HttpOnly; SameSite=Lax`;
  const readId = (request: Request) => readCookie(request, "booking.sid") ?? "";
  application.respond("/booking", (request) =>
    sessions.has(readId(request))
      ? showPage("Tables", "<p>Your table for two</p>")
      : showPage("Tables", '<a href="/booking/oauth/login">Log in to book</a>', {
          "set-cookie": bake(randomText()),
        }),
  );
  application.respond("/booking/oauth/login", (request) => {
    const attempt = createAttempt(callback, { clientId: "table-booking", scope: "openid profile" });
    const known = readId(request);
    const id = known === "" ? randomText() : known;
    attempts.set(id, attempt);
    return redirectTo(
      withQuery(`${smallProviderOrigin}${paths.authorization}`, attempt.parameters),
      known === "" ? [bake(id)] : [],
    );
  });
  application.respond(new URL(callback).pathname, async (request) => {
    const query = new URL(request.url).searchParams;
    const attempt = attempts.get(readId(request));
    if (attempt === undefined || attempt.parameters.state !== query.get("state"))
      return Response.json({ error: "No login was started in this session" }, { status: 400 });
    const answer = await fetch(`${smallProviderOrigin}${paths.token}`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: "table-booking",
        redirect_uri: callback,
        code: query.get("code") ?? "",
        code_verifier: attempt.verifier,
      }),
    });
    tokensSchema.parse(await answer.json());
    const id = randomText();
    sessions.add(id);
    return redirectTo("/booking", [bake(id)]);
  });
}

/** The scenes of applications in a frame of another site. */
export const framedScenes: ProviderScenes = {
  "table-booking-on-page-of-hotel": async (stage) => {
    const { tab, application } = stage;
    serveBooking(stage);
    application.respond("/hotel", () =>
      showPage(
        "Hotel",
        `<h1>Hotel</h1><iframe title="Tables" src="${application.origin}/booking"></iframe>`,
      ),
    );
    const provider = await createSmallProvider({
      paths,
      cookie: "Path=/; HttpOnly; Secure; SameSite=None",
    });
    await withProvider(provider, async () => {
      await tab.goto(`${application.otherOrigin}/hotel`);
      const frame = tab.frameLocator("iframe");
      await frame.getByRole("link", { name: "Log in to book" }).click();
      await frame.getByRole("button", { name: "Log in" }).click();
      await frame.getByText("No login was started").waitFor();
    });
  },
};
