import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Provider } from "oidc-provider";

/** The path of the pages, before the id of the interaction. */
export const interactionPath = "/interaction/";

/**
 * Answers a request for the provider's page for login or consent, and for its form. Any name can
 * log in, without a password.
 */
export async function answerInteraction(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const interaction = await provider.interactionDetails(request, response);
  const isLogin = interaction.prompt.name === "login";
  if (request.method === "GET") {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(isLogin ? loginPage : consentPage);
    return;
  }
  const form = new URLSearchParams(await text(request));
  const result = isLogin
    ? { login: { accountId: form.get("name") ?? "" } }
    : { consent: { grantId: await grantAll(provider, interaction) } };
  await provider.interactionFinished(request, response, result);
}

/** Grants all requested scopes and claims to the client. */
async function grantAll(
  provider: Provider,
  { grantId, session, params }: Awaited<ReturnType<Provider["interactionDetails"]>>,
): Promise<string> {
  const clientId = String(params["client_id"]);
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant =
    known ?? new provider.Grant({ clientId, ...(session && { accountId: session.accountId }) });
  grant.addOIDCScope(String(params["scope"]));
  return grant.save();
}

const loginPage = renderPage("Log in", '<label>Name <input name="name" value="ada" /></label>');
const consentPage = renderPage("Allow", "<p>The application asks for access.</p>");

function renderPage(action: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <title>${action}</title>
  <form method="post">${content}<button>${action}</button></form>
</html>`;
}
