import { WebAuth, type AuthPorts } from "../../../../lib/auth/index.ts";
import { FakeClock, fakePorts } from "./fake-ports.ts";
import { options as common } from "./signed-tokens.ts";

export const appOrigin = "https://app.example";

/** The options of both libraries. */
export const options = { ...common, redirectUri: `${appOrigin}/cb`, responseType: "token" };

/** Creates our library in a page of the application that has only a storage. */
export function createWebAuth(
  given: Partial<AuthPorts>,
  changes: Partial<typeof options> = {},
): WebAuth {
  const ports = fakePorts({
    clock: new FakeClock(),
    storage: new Map<string, string>(),
    location: { origin: () => appOrigin, hash: () => "" },
    ...given,
  });
  return new WebAuth({ ...options, ...changes, ports });
}
