import { signal } from "@preact/signals";

import type { Tenant } from "../../../../../lib/messages/tenant.ts";
import type { RunView } from "../../../../../lib/models/runs/run-view.ts";
import { catalogue } from "../../../../../lib/runs/catalogue/index.ts";
import type { Operation } from "../../../../../lib/runs/operation.ts";
import type { RunDraft } from "../../../../../lib/runs/run-draft.ts";
import { sampleTenant } from "../../messages/sample-activity.ts";

export const otherTenant: Tenant = {
  ...sampleTenant,
  id: "https://other.example",
  origin: "https://other.example",
};

/** The selected tenant, which a test can change. */
export function selectTenant() {
  return signal<Tenant | undefined>(sampleTenant);
}

/** Returns functions that create the ids `1`, `2` and so on. */
export function countIds(): () => string {
  let count = 0;
  return () => `${(count += 1)}`;
}

export function findOperation(id: string): Operation {
  const operation = catalogue.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`No operation ${id}.`);
  return operation;
}

export const sampleDraft: RunDraft = {
  operation: "authorize",
  way: "extension",
  values: { scope: "openid", audience: "https://api.example/" },
  parameters: [["ui_locales", "de"]],
  order: ["scope", "ui_locales"],
};

/** Returns a run of a login that succeeded without tokens. */
export function makeView(over: Partial<RunView> = {}): RunView {
  const tenant = over.tenant ?? sampleTenant;
  return {
    operation: findOperation("authorize"),
    tenant,
    setting: {
      way: "extension",
      origin: tenant.origin,
      managementOrigin: tenant.origin,
      clientId: tenant.clientId,
      redirectUri: "https://abc.chromiumapp.org/",
      messageUri: "https://abc.chromiumapp.org/message",
      pageOrigin: "chrome-extension://abc",
    },
    values: sampleDraft.values,
    startedAt: 1_000,
    endedAt: 1_250,
    steps: [],
    outcome: { kind: "succeeded", result: null, tokens: {} },
    ...over,
  };
}

/** Returns a JWT without a signature. */
export function makeToken(claims: object): string {
  const encode = (part: object) => btoa(JSON.stringify(part)).replaceAll("=", "");
  return `${encode({ alg: "RS256" })}.${encode(claims)}.c2ln`;
}
