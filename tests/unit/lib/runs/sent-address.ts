import { catalogue } from "../../../../lib/runs/catalogue/index.ts";
import { createExtensionHost } from "../../../../lib/runs/extension-host.ts";
import type { RunSetting } from "../../../../lib/runs/operation.ts";
import type { RunDraft } from "../../../../lib/runs/run-draft.ts";
import { runOperation } from "../../../../lib/runs/run-operation.ts";

export const setting: RunSetting = {
  way: "extension",
  origin: "https://login.acme.example",
  managementOrigin: "https://acme.example",
  clientId: "acme-spa",
  redirectUri: "https://abc.chromiumapp.org/",
  messageUri: "https://abc.chromiumapp.org/message",
  pageOrigin: "chrome-extension://abc",
};

/** Runs a draft with a login window that the user closes; returns the URL that it opened. */
export async function sendDraft(draft: RunDraft): Promise<URL> {
  const operation = catalogue.find(({ id }) => id === draft.operation);
  if (operation === undefined) throw new Error(`No operation ${draft.operation}.`);
  const opened: string[] = [];
  const ports = {
    fetch: () => Promise.reject(new Error("No request was faked.")),
    clock: { now: () => 0, after: () => () => undefined },
    crypto,
  };
  const host = createExtensionHost(ports, async (url) => {
    opened.push(url);
    return { problem: "The window was closed." };
  });
  const { values, parameters, order } = draft;
  const run = { operation, values, setting, parameters, order };
  const { signal } = new AbortController();
  const outcome = await runOperation(run, host, { ...ports, onStep: () => undefined, signal });
  const [url, ...more] = opened;
  if (url === undefined || more.length > 0) {
    throw new Error(`The run opened ${opened.length} windows: ${JSON.stringify(outcome)}`);
  }
  return new URL(url);
}

/** Returns the decoded parameters of a request, without those that each run has of its own. */
export function listShared({ searchParams }: URL): [string, string][] {
  const own = ["state", "nonce", "code_challenge", "code_challenge_method"];
  return [...searchParams].filter(([name]) => !own.includes(name));
}
