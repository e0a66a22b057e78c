import { checkLogin } from "../../../../lib/runs/check-login.ts";
import { discoverTenant } from "../../../../lib/runs/discover-tenant.ts";
import { createExtensionHost } from "../../../../lib/runs/extension-host.ts";
import type { RunSetting, Values } from "../../../../lib/runs/operation.ts";
import { runOperation, type RunOutcome } from "../../../../lib/runs/run-operation.ts";
import { findUnannounced, unavailableHere } from "../../../../lib/runs/unavailable-here.ts";
import { createKeySets } from "../../../../lib/tokens/key-set.ts";
import { ScriptedBrowser } from "../../../oidc-provider/scripted-browser.ts";
import { oidcClientId, startOidcProvider } from "../../../oidc-provider/start-oidc-provider.ts";
import { findOperation } from "./find-operation.ts";

const redirectUri = "https://monofljdnmneaoeelggekmdfelhaajhc.chromiumapp.org/";
const pageOrigin = "http://localhost:5173";
const messageUri = `${pageOrigin}/callback`;

// The provider has its own clock, which is the clock of this machine.
const clock = {
  now: () => Date.now(),
  after(milliseconds: number, callback: () => void) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Starts a provider, and a browser whose user has no session. Close it after use. */
export async function openOtherProvider(issuerEnd?: "/" | "") {
  const provider = await startOidcProvider([redirectUri, messageUri], issuerEnd);
  const { origin } = provider;
  const reading = await discoverTenant(origin, { fetch });
  if (!reading.ok) throw new Error(reading.why);
  const { discovery } = reading;
  const setting: RunSetting = {
    way: "extension",
    origin,
    managementOrigin: origin,
    issuer: discovery.issuer,
    clientId: oidcClientId,
    redirectUri,
    messageUri,
    pageOrigin,
  };
  const browser = new ScriptedBrowser(pageOrigin);
  const ports = { ...browser.ports, clock, crypto };
  const host = createExtensionHost(ports, (url, { returnsTo }) => browser.logIn(url, returnsTo));
  const keySets = createKeySets({ fetch, now: clock.now });
  return {
    provider,
    browser,
    /** Returns what the provider does not have for an operation with these values. */
    explain(id: string, values: Values = {}): string | undefined {
      const operation = findOperation(id);
      return (
        unavailableHere(operation, discovery) ??
        findUnannounced(operation, discovery, values, setting)
      );
    },
    /** Runs an operation of the catalogue. */
    run: (id: string, values: Values = {}): Promise<RunOutcome> =>
      runOperation({ operation: findOperation(id), values, setting }, host, {
        ...ports,
        onStep: () => undefined,
        signal: new AbortController().signal,
      }),
    /** Returns the ids of the checks of a login with an outcome. */
    async listChecks(outcome: RunOutcome, wanted: "failed" | "passed") {
      const login = "login" in outcome ? outcome.login : undefined;
      if (login === undefined) throw new Error("The run had no response.");
      const checks = await checkLogin(login, keySets);
      return checks.filter((check) => check.outcome === wanted).map(({ id }) => id);
    },
    close: () => provider.close(),
  };
}
