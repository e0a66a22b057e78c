import type { JsonValue } from "../../encoding/json.ts";
import {
  describeSteps,
  findWaiting,
  participants,
  type Participant,
  type TranscriptLine,
} from "../../runs/describe-steps.ts";
import { isSecretMember } from "../../runs/secret-values.ts";
import type { RunView } from "./run-view.ts";

/** A run as lines, for the transcript and the diagram. */
export interface RunDescription {
  lines: readonly TranscriptLine[];
  /** The line that the run waits for; undefined after the end. */
  waiting: TranscriptLine | undefined;
  /** The method that the run called last; undefined for a request without the library. */
  method: string | undefined;
  /** The participants that occur, each with its name, in the order of the columns. */
  columns: readonly { id: Participant; name: string }[];
}

/** Describes the steps of a run. */
export function describeRun(view: RunView): RunDescription {
  const { way } = view.setting;
  const lines = describeSteps(view.steps, { way, hasEnded: view.outcome !== undefined });
  const names: Record<Participant, string> = {
    browser: "Browser",
    page: way === "page" ? "Page" : "Extension",
    tenant: "Tenant",
    api: "API",
  };
  const occurring = new Set(lines.flatMap(({ from, to }) => [from, to]));
  return {
    lines,
    method: view.steps.findLast((step) => step.kind === "callback")?.method,
    waiting: findWaiting(lines),
    columns: participants.filter((id) => occurring.has(id)).map((id) => ({ id, name: names[id] })),
  };
}

/** Returns true for a value of a result to mask, by its path. */
export function isSecretOfResult(path: readonly string[], value: unknown): boolean {
  return isSecretMember(path, value);
}

/** Returns true for a value of an error to mask: its `code` is the code of the error. */
export function isSecretOfError(path: readonly string[], value: unknown): boolean {
  return isSecretMember(path, value, true);
}

/** The text instead of a secret in a copy. */
const hidden = "[hidden]";
/** Limits the recursion: the inspected page can return any value. */
const maxLevels = 64;

/** Returns a copy of a result with a text instead of each secret. */
export function hideSecretsOf(
  value: JsonValue,
  isSecret: typeof isSecretOfResult,
  path: readonly string[] = [],
): JsonValue {
  if (typeof value !== "object" || value === null) return isSecret(path, value) ? hidden : value;
  if (path.length > maxLevels) return hidden;
  const hide = ([name, member]: [string, JsonValue]): [string, JsonValue] => [
    name,
    hideSecretsOf(member, isSecret, [...path, name]),
  ];
  const members = Object.entries(value).map(hide);
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}

/** The scopes of a run. */
export interface ComparedScopes {
  requested: readonly string[];
  granted: readonly string[];
  /** Requested, but not granted. */
  missing: readonly string[];
  /** Granted without a request. */
  added: readonly string[];
}

/**
 * Compares the granted scopes with the requested ones. A response without a scope grants the
 * requested scopes (RFC 6749, section 5.1).
 *
 * @returns undefined for a run without a scope or without an access token
 */
export function compareScopes(view: RunView): ComparedScopes | undefined {
  const { outcome } = view;
  if (outcome === undefined || !("tokens" in outcome)) return undefined;
  if (outcome.tokens.accessToken === undefined) return undefined;
  const exchange = outcome.login?.exchange;
  const requested = splitScopes(exchange?.request["scope"] ?? view.values["scope"]);
  const answered = exchange?.response["scope"] ?? readMember(outcome, "scope");
  const granted = answered === undefined ? requested : splitScopes(answered);
  if (requested.length === 0 && granted.length === 0) return undefined;
  return {
    requested,
    granted,
    missing: requested.filter((scope) => !granted.includes(scope)),
    added: granted.filter((scope) => !requested.includes(scope)),
  };
}

function readMember(
  outcome: Extract<RunView["outcome"], { tokens: unknown }>,
  name: string,
): string | undefined {
  if (outcome.kind !== "succeeded") return undefined;
  const { result } = outcome;
  if (typeof result !== "object" || result === null || Array.isArray(result)) return undefined;
  const value = result[name];
  return typeof value === "string" ? value : undefined;
}

function splitScopes(scope: string | undefined): string[] {
  return [...new Set((scope ?? "").split(" "))].filter((part) => part !== "");
}
