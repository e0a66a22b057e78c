import type { RunView } from "../../../../../lib/models/runs/run-view.ts";
import type { Operation, RunSetting } from "../../../../../lib/runs/operation.ts";
import type { RunStep } from "../../../../../lib/runs/steps.ts";
import { now, tenant } from "../../fake-worker.ts";

const sampleSetting: RunSetting = {
  way: "extension",
  origin: tenant.origin,
  managementOrigin: tenant.origin,
  clientId: tenant.clientId,
  redirectUri: "https://extension.example/",
  messageUri: "chrome-extension://abc/",
  pageOrigin: "chrome-extension://abc",
};

/** An operation with one field of each kind. */
export const sampleOperation: Operation = {
  id: "sample",
  group: "Tokens",
  title: "Sample",
  action: "Try it",
  summary: "Tries each kind of field.",
  isServiceSpecific: false,
  allowsExtraParameters: true,
  fields: [
    { name: "clientID", label: "Client ID", kind: "text" },
    { name: "password", label: "Password", kind: "secret", isRequired: true },
    { name: "accessToken", label: "Access token", kind: "token", token: "access" },
    { name: "metadata", label: "Metadata", kind: "json", hint: "A JSON object." },
    { name: "federated", label: "Federated", kind: "flag" },
    {
      name: "send",
      label: "Send",
      kind: "choice",
      choices: [
        { value: "code", label: "a code" },
        { value: "link", label: "a link" },
      ],
    },
    { name: "leeway", label: "Leeway", kind: "text", isAdvanced: true },
  ],
  risks: [{ error: "invalid_grant", cause: "It has expired.", remedy: "Get a new one." }],
  call: (values) => ({
    method: "POST",
    url: "http://localhost:4400/oauth/token",
    form: { password: values["password"] ?? "" },
  }),
};

export const sampleSteps: readonly RunStep[] = [
  { id: 0, at: now, ms: 80, kind: "callback", method: "client.userInfo", isAccepted: true },
  {
    id: 1,
    at: now + 10,
    ms: 60,
    kind: "request",
    method: "GET",
    url: "http://localhost:4400/userinfo",
    headers: { Authorization: "Bearer at-1" },
    body: "",
    status: 200,
    answer: '{"sub":"auth0|1"}',
  },
];

/** Returns a run that is under way, with changes. */
export function makeRun(changes: Partial<RunView> = {}): RunView {
  return {
    operation: sampleOperation,
    tenant,
    setting: sampleSetting,
    values: {},
    startedAt: now,
    steps: sampleSteps,
    ...changes,
  };
}
