import type { Configuration } from "oidc-provider";
import { ownPages } from "../../scene-parts/provider.ts";
import { ownRoutes } from "../../scene-parts/provider-routes.ts";
import type { ProviderScenes, ProviderStage } from "../../provider-stage.ts";
import { showPage } from "../../scene-parts/responses.ts";

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

const renderDevicePage = (body: string): string =>
  `<!doctype html><title>Connect a device</title><link rel="icon" href="data:,">${body}`;

/** The pages for users who connect a device. The provider's own ones load fonts from a host. */
const deviceFlow: NonNullable<NonNullable<Configuration["features"]>["deviceFlow"]> = {
  enabled: true,
  userCodeInputSource(context, form) {
    context.body = renderDevicePage(`${form}<button form="op.deviceInputForm">Next</button>`);
  },
  userCodeConfirmSource(context, form, _client, _device, userCode) {
    context.body = renderDevicePage(
      `<p>Does your device show ${userCode}?</p>${form}<button form="op.deviceConfirmForm">Yes</button>`,
    );
  },
  successSource(context) {
    context.body = renderDevicePage("<p>You can close this tab.</p>");
  },
};

// A screen without a keyboard. It finds the provider's paths by discovery, polls as RFC 8628 says,
// and keeps its refresh token for the next start.
const screenScript = (issuer: string): string => `
const main = document.querySelector("main");
const wait = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const post = async (url, fields) => {
  const body = new URLSearchParams({ client_id: "room-screen", ...fields });
  return (await fetch(url, { method: "POST", body })).json();
};
const poll = async (provider, device) => {
  let interval = device.interval ?? 5;
  for (;;) {
    await wait(interval);
    const answer = await post(provider.token_endpoint, {
      grant_type: "${deviceGrant}", device_code: device.device_code,
    });
    if (answer.error === "slow_down") interval += 5;
    else if (answer.error !== "authorization_pending") return answer;
    document.querySelector("progress").value += interval;
  }
};
const connect = async (provider) => {
  const device = await post(provider.device_authorization_endpoint, {
    scope: "openid profile offline_access",
  });
  main.innerHTML = "<p>Open <a target='_blank'></a> and compare the code <b></b></p><progress value='0'>";
  const link = document.querySelector("a");
  link.href = device.verification_uri_complete;
  link.textContent = device.verification_uri;
  document.querySelector("b").textContent = device.user_code;
  document.querySelector("progress").max = device.expires_in;
  return poll(provider, device);
};
const start = async () => {
  const provider = await (await fetch("${issuer}/.well-known/openid-configuration")).json();
  const known = localStorage.getItem("screen");
  const tokens = known === null
    ? await connect(provider)
    : await post(provider.token_endpoint, { grant_type: "refresh_token", refresh_token: known });
  if (tokens.error) { main.textContent = "This screen is not connected."; return; }
  localStorage.setItem("screen", tokens.refresh_token);
  const response = await fetch("/rooms/7/bookings", {
    headers: { authorization: "Bearer " + tokens.access_token },
  });
  const { bookings, by } = await response.json();
  main.textContent = (known === null ? "Connected by " + by : "Back again") + ": " + bookings.join();
};
void start();`;

/** Serves the screen of a meeting room, and the bookings of that room. */
function serveScreen({ application, provider }: ProviderStage): void {
  application.respond("/screen", () =>
    showPage("Room 7", `<main></main><script>${screenScript(provider.origin)}</script>`),
  );
  application.respond("/rooms/7/bookings", async ({ headers }) => {
    const checked = await fetch(`${provider.origin}${ownRoutes.userinfo}`, {
      headers: { authorization: headers.get("authorization") ?? "" },
    });
    if (!checked.ok) return Response.json({ error: "unauthorized" }, { status: 401 });
    const user: unknown = await checked.json();
    const by = user instanceof Object && "name" in user ? user.name : undefined;
    return Response.json({ bookings: ["9:00 Stand-up", "14:00 Review"], by });
  });
}

/** Logins of devices that work. */
export const workingDeviceScenes: ProviderScenes = {
  "room-screen-shows-code": async (stage) => {
    const { tab, context, provider, application } = stage;
    provider.configure({
      routes: {
        ...ownRoutes,
        device_authorization: "/connect/device",
        code_verification: "/connect/activate",
      },
      clients: [
        {
          client_id: "room-screen",
          token_endpoint_auth_method: "none",
          grant_types: [deviceGrant, "refresh_token"],
          response_types: [],
          redirect_uris: [],
        },
      ],
      clientBasedCORS: (_context, origin) => origin === application.origin,
      features: { ...ownPages, deviceFlow },
    });
    serveScreen(stage);
    await tab.goto(`${application.origin}/screen`);
    const opened = context.waitForEvent("page");
    await tab.getByRole("link").click();
    const second = await opened;
    await second.getByRole("button", { name: "Yes" }).waitFor();
    // The user compares the codes for longer than the screen waits before it asks.
    await tab.waitForResponse((response) => response.status() === 400);
    await second.getByRole("button", { name: "Yes" }).click();
    await second.getByRole("button", { name: "Log in" }).click();
    await second.getByText("You can close this tab.").waitFor();
    await second.close();
    await tab.getByText("Connected by Ada: 9:00 Stand-up").waitFor();
    await tab.reload();
    await tab.getByText("Back again: 9:00 Stand-up").waitFor();
  },
};
