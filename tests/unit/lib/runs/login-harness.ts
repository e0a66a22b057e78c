import { authorize } from "../../../../lib/runs/catalogue/authorize.ts";
import { createExtensionHost } from "../../../../lib/runs/extension-host.ts";
import type { RunSetting, Values } from "../../../../lib/runs/operation.ts";
import {
  runOperation,
  type OperationRun,
  type RunHost,
  type RunOutcome,
} from "../../../../lib/runs/run-operation.ts";
import type { RunStep } from "../../../../lib/runs/steps.ts";
import type { Fetch } from "../../../../lib/http/fetch.ts";
import { openTenant, origin, type OpenTenant } from "../../tenant/open-tenant.ts";

export const redirectUrl = "https://monofljdnmneaoeelggekmdfelhaajhc.chromiumapp.org/";
const ada = { username: "ada@example.com", password: "correct-horse-1" };

export const sampleSetting: RunSetting = {
  way: "extension",
  origin,
  managementOrigin: origin,
  clientId: "demo-spa",
  redirectUri: redirectUrl,
  messageUri: "chrome-extension://monofljdnmneaoeelggekmdfelhaajhc/",
  pageOrigin: "chrome-extension://monofljdnmneaoeelggekmdfelhaajhc",
};

export const sampleValues: Values = {
  responseType: "token id_token",
  scope: "openid profile email",
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

/** Runs logins in the extension with the local tenant in this process. The clock stands still. */
export function openLogin(given: { leave?: RunHost["leave"] } = {}) {
  const tenant = openTenant();
  const fetch: Fetch = async (url, init) => tenant.tenant.fetch(new Request(url, init));
  const opened: URL[] = [];
  const ports = {
    fetch,
    clock: {
      now: () => tenant.clock.time,
      // The time limit of a request, which the in-process tenant never exceeds.
      after: () => () => undefined,
    },
    crypto,
  };
  const leave: RunHost["leave"] = async (url, context) => {
    opened.push(new URL(url));
    return given.leave === undefined
      ? { url: await logInAt(tenant, url) }
      : await given.leave(url, context);
  };
  const host = createExtensionHost(ports, leave);
  const steps = new Map<number, RunStep>();
  const run = (
    values: Values = {},
    changes: Partial<OperationRun> = {},
    signal = new AbortController().signal,
  ): Promise<RunOutcome> => {
    steps.clear();
    return runOperation(
      {
        operation: authorize,
        values: { ...sampleValues, ...values },
        setting: sampleSetting,
        ...changes,
      },
      host,
      { ...ports, signal, onStep: (step) => void steps.set(step.id, step) },
    );
  };
  return { tenant, opened, ports, host, run, steps: () => [...steps.values()] };
}

/** Returns the tokens of an outcome that has some. */
export function tokensOf(outcome: RunOutcome) {
  return outcome.kind === "succeeded" || outcome.kind === "refused" ? outcome.tokens : {};
}
