import { WebAuth, type WebAuthOptions } from "../../../../lib/auth/index.ts";
import { fakePorts } from "./fake-ports.ts";
import { fragment, judgingPorts, options, serveKeys, Signer } from "./signed-tokens.ts";

/** The tenant's own key. */
export const signer = await Signer.create();

/** Creates a WebAuth that checks responses with the state and the nonce of the call's options. */
export function createJudge(given: Partial<WebAuthOptions> = {}, tenant = serveKeys(signer)) {
  const ports = judgingPorts(tenant);
  const { parseHash } = new WebAuth({ ...options, ...given, ports: fakePorts(ports) });
  const judge = (idToken: string, more: Record<string, string> = {}) =>
    parseHash({
      hash: fragment({ id_token: idToken, state: "state-1", ...more }),
      state: "state-1",
      nonce: "nonce-1",
    });
  return { parseHash, judge, tenant, ...ports };
}

/** A login that authorize began, and its parameters. */
export async function beginLogin(
  given: Record<string, unknown> = {},
  settings: Partial<WebAuthOptions> = {},
) {
  const ports = judgingPorts(serveKeys(signer));
  let visited = "";
  const webAuth = new WebAuth({
    ...options,
    responseType: "token id_token",
    ...settings,
    ports: fakePorts({
      ...ports,
      navigation: {
        goTo: (url) => {
          visited = url;
        },
      },
    }),
  });
  await webAuth.authorize(given);
  const sent = new URL(visited).searchParams;
  const state = sent.get("state") ?? "";
  const nonce = sent.get("nonce") ?? "";
  const hash = fragment({
    access_token: "access-1",
    id_token: await signer.sign({ nonce }),
    expires_in: "7200",
    token_type: "Bearer",
    state,
  });
  return { webAuth, state, nonce, hash, ...ports };
}
