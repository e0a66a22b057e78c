import type { LoginRun, LoginRunPorts } from "../../../../lib/runs/run-login.ts";
import type { Fetch } from "../../../../lib/tokens/key-set.ts";
import type { TranscriptEntry } from "../../../../lib/runs/transcript.ts";
import { openTenant, origin, type OpenTenant } from "../../tenant/open-tenant.ts";

export const redirectUrl = "https://monofljdnmneaoeelggekmdfelhaajhc.chromiumapp.org/";
const ada = { username: "ada@example.com", password: "correct-horse-1" };

export const sampleRun: LoginRun = {
  origin,
  clientId: "demo-spa",
  responseType: "token id_token",
  scope: "openid profile email",
  audience: "",
  connection: "",
  prompt: "",
};

/** Acts as a browser at an authorization URL: Ada logs in, and the last redirect is returned. */
export async function logInAt(tenant: OpenTenant, url: string): Promise<string> {
  const page = await tenant.send(url);
  const form = page.headers.get("location") ?? "";
  if (!form.startsWith("/")) return form;
  const address = new URL(form, url).href;
  const done = await tenant.send(address, { method: "POST", body: new URLSearchParams(ada) });
  return done.headers.get("location") ?? "";
}

/** Ports of a run with the local tenant in this process. The clock stands still. */
export function openLogin(over: Partial<LoginRunPorts> = {}) {
  const tenant = openTenant();
  const fetch: Fetch = async (url, init) => tenant.tenant.fetch(new Request(url, init));
  const steps: TranscriptEntry[] = [];
  const opened: URL[] = [];
  const ports: LoginRunPorts & { fetch: Fetch } = {
    redirectUrl: async () => redirectUrl,
    openLoginWindow: async (url) => {
      opened.push(new URL(url));
      return { redirectedTo: await logInAt(tenant, url) };
    },
    clock: {
      now: () => tenant.clock.time,
      // The time limit of a request, which the in-process tenant never exceeds.
      after: () => () => undefined,
    },
    crypto,
    ...over,
    fetch,
  };
  return {
    tenant,
    steps,
    opened,
    ports,
    onStep: (entry: TranscriptEntry) => void steps.push(entry),
  };
}
