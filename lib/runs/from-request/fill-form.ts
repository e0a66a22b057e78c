import { toSnakeCase } from "../../auth/records.ts";
import { dropSecrets } from "../drop-secrets.ts";
import { expressParameters, ownNames } from "../express-parameters.ts";
import type { Field, Operation } from "../operation.ts";
import type { Pairs } from "../parameter-lines.ts";
import type { RunDraft } from "../run-draft.ts";
import { isSecretName } from "../secret-values.ts";
import type { CapturedRequest, CapturedRun } from "./captured-request.ts";
import { readFirst, type RequestPlan } from "./request-plan.ts";

/** The limits of a draft that the worker stores. */
const maxParameters = 200;
const maxLength = 20_000;
/** The parameter with the name and version of the library that made the request. */
const libraryName = "auth0Client";

/** Fills the form of a plan with the values of a captured request, without secrets. */
export function fillForm(plan: RequestPlan, captured: CapturedRequest): CapturedRun {
  const { operation, wireNames = {}, implied = [], keepsOrder = false } = plan;
  const nameOf = (field: Field) => wireNames[field.name] ?? toSnakeCase(field.name);
  const secretFields = operation.fields.filter(isSecretField);
  const secretNames = new Set(secretFields.map(nameOf));
  const kept = plan.sent
    .filter(([name]) => !implied.includes(name) && !secretNames.has(name) && name !== libraryName)
    .filter(([name, value]) => name.length + value.length <= maxLength)
    .slice(0, maxParameters);
  const { values, parameters } = expressParameters(operation, kept, wireNames);
  const filled: RunDraft = {
    operation: operation.id,
    way: operation.unavailable?.page === undefined ? "page" : "extension",
    values: withChoices(operation, values),
    parameters: operation.allowsExtraParameters ? parameters : [],
    order: [],
  };
  const { draft, dropped } = dropSecrets(operation, filled);
  const order = keepsOrder
    ? kept.map(([name]) => name).filter((name) => !dropped.includes(name))
    : [];
  const unsendable = [
    ...(plan.leftOut ?? []),
    ...(operation.allowsExtraParameters ? [] : parameters.map(([name]) => name)),
  ];
  const isSent = (field: Field) => readFirst(plan.sent, nameOf(field)) !== undefined;
  const url = new URL(captured.exchange.url);
  const clientId = readFirst(plan.sent, "client_id");
  const pageOrigin = readPageOrigin(captured);
  return {
    draft: { ...draft, order },
    title: operation.title,
    line: `${captured.exchange.method} ${url.origin}${url.pathname}`,
    origin: url.origin,
    ...(clientId === undefined ? {} : { clientId }),
    ...(pageOrigin === undefined ? {} : { pageOrigin }),
    notes: [
      ...(plan.notes ?? []),
      ...describeSecrets(secretFields.filter((one) => one.isRequired === true || isSent(one))),
      ...describeMissing(operation, draft.values),
      ...describeOwn(operation, plan.sent),
      ...describeChallenge(draft.values["responseType"], plan.sent),
      ...describeLeftOut(unsendable, dropped),
      ...describePath(plan.path, url.pathname),
    ],
  };
}

function isSecretField({ kind }: Field): boolean {
  return kind === "secret" || kind === "token";
}

/** A missing choice is the first one in the form, and the same in the draft. */
function withChoices({ fields }: Operation, values: RunDraft["values"]): RunDraft["values"] {
  const chosen = fields.flatMap(({ name, choices }) =>
    choices === undefined || values[name] ? [] : [[name, choices[0]?.value ?? ""] as const],
  );
  return { ...values, ...Object.fromEntries(chosen) };
}

function describeSecrets(secret: readonly Field[]): string[] {
  const labels = secret.map(({ label }) => label);
  return labels.length === 0
    ? []
    : [`Secrets are not taken from a capture. Enter: ${labels.join(", ")}.`];
}

function describeMissing({ fields }: Operation, values: RunDraft["values"]): string[] {
  const labels = fields
    .filter((field) => field.isRequired === true && !isSecretField(field) && !values[field.name])
    .map(({ label }) => label);
  return labels.length === 0
    ? []
    : [`The captured request has no value to fill in here. Enter: ${labels.join(", ")}.`];
}

function describeOwn({ fields }: Operation, sent: Pairs): string[] {
  const names = [...new Set(sent.map(([name]) => name).filter((name) => ownNames.has(name)))];
  if (names.length === 0) return [];
  return fields.some(({ name }) => name === "responseType")
    ? [`The run creates its own ${names.join(", ")}.`]
    : [`Left out, because it works once: ${names.join(", ")}.`];
}

/** A challenge without a code for the library itself is of no use to a run. */
function describeChallenge(responseType: string | undefined, sent: Pairs): string[] {
  return !readFirst(sent, "code_challenge") || responseType?.endsWith(" pkce") !== false
    ? []
    : ["The run does not use PKCE with this response type."];
}

function describeLeftOut(unsendable: readonly string[], dropped: readonly string[]): string[] {
  const secret = new Set([...dropped, ...unsendable.filter(isSecretName)]);
  const other = new Set(unsendable.filter((name) => !isSecretName(name)));
  return [
    ...(secret.size === 0
      ? []
      : [`Left out, because it can be a secret: ${[...secret].join(", ")}.`]),
    ...(other.size === 0
      ? []
      : [`Left out, because this operation does not send it: ${[...other].join(", ")}.`]),
  ];
}

function describePath(own: string, sent: string): string[] {
  return sent.replace(/\/$/u, "") === own
    ? []
    : [`The captured request went to ${sent}. The library requests ${own}.`];
}

function readPageOrigin({ exchange: { requestHeaders } }: CapturedRequest): string | undefined {
  const read = (searched: string) => requestHeaders.find(({ name }) => name === searched)?.value;
  const address = read("origin") ?? read("referer") ?? "";
  return URL.parse(address)?.origin;
}
