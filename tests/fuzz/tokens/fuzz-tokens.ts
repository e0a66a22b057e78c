import { signal } from "@preact/signals";
import { defaultStreamPreferences } from "../../../lib/messages/stream-preferences.ts";
import type { Tenant } from "../../../lib/messages/tenant.ts";
import { LibraryCheckModel } from "../../../lib/models/tokens/library-check-model.ts";
import { findIdToken } from "../../../lib/models/tokens/library-question.ts";
import { TokensModel } from "../../../lib/models/tokens/tokens-model.ts";
import {
  checkWithLibrary,
  type LibraryAnswer,
} from "../../../lib/runs/token-check/check-with-library.ts";
import { createChoices } from "../choices.ts";
import { judgeOutcome, type Outcome } from "./judge-outcome.ts";
import { createPace, type Pace } from "../measure-pace.ts";
import { measureHeap, watchRuntime } from "../watch-runtime.ts";
import { makeInput } from "./token-inputs.ts";
import { createPool, inspectedAt, type TokenPool } from "./token-pool.ts";

export const tenant: Tenant = {
  id: "https://tenant.example",
  name: "tenant",
  origin: "https://tenant.example",
  clientId: "client-1",
  colour: "none",
  isReadOnly: false,
  stream: defaultStreamPreferences,
};

export interface TokenFuzzOptions {
  seed: number;
  inputs: number;
  /** Measures the time for each input. Default: the processor time of this process. */
  now?: () => number;
  /** Changes an outcome, for tests of the fuzzer. Default: no change. */
  alter?: (outcome: Outcome, text: string) => Outcome | Promise<Outcome>;
}

export interface TokenFuzzReport {
  inputs: number;
  /** The inputs whose token was decoded as a JWS. */
  read: number;
  /** The inputs by the kind of their report. */
  kinds: Record<string, number>;
  /** The answers of the library by reason. */
  answers: Record<string, number>;
  problems: string[];
  /** The requests that the code tried to make beside the tenant's key set. */
  requests: number;
  /** The largest quotient of the time for an input and for an ordinary token of that length. */
  worstPace: number;
  /** The begin of the text that took this time. */
  slowest: string;
  /** The largest number of characters of a report for each character of its input. */
  worstSize: number;
  /** The heap at the end, as a multiple of the heap after the first fifth. */
  heapGrowth: number;
}

/** Opens the models of the Tokens tab with a tenant that serves only its key set. */
export function openTokensTab({ jwks }: Pick<TokenPool, "jwks">) {
  const model = new TokensModel({
    now: () => inspectedAt,
    schedule: () => () => undefined,
    keySets: { read: async () => ({ ok: true, jwks, isCached: true }) },
  });
  const ask: Parameters<typeof checkWithLibrary>[1] = {
    clock: { now: () => inspectedAt, after: () => () => undefined },
    crypto,
    fetch(url) {
      if (url === "https://tenant.example/.well-known/jwks.json") return Response.json(jwks);
      throw new Error(`No response was prepared for ${url}.`);
    },
  };
  const library = new LibraryCheckModel({
    source: model,
    tenant: signal(tenant),
    load: async () => (question) => checkWithLibrary(question, ask),
  });
  return { model, library, ask };
}

type Tab = ReturnType<typeof openTokensTab>;

/** Pastes a text, and returns what the tab shows. */
async function inspect({ model }: Tab, text: string): Promise<Omit<Outcome, "answer">> {
  await model.paste(text, tenant);
  return { report: model.report.value, verdict: model.verdict.value };
}

async function askLibrary({ model, ask }: Tab): Promise<LibraryAnswer | undefined> {
  const token = findIdToken(model.report.value, model.tokens.value[model.chosen.value]);
  if (token === undefined) return undefined;
  const login = { domain: tenant.origin, clientId: "client-1", nonce: "nonce-1" };
  return await checkWithLibrary({ ...login, token }, ask);
}

/** Passes generated texts to the models of the Tokens tab. The same seed gives the same texts. */
export async function fuzzTokens(options: TokenFuzzOptions): Promise<TokenFuzzReport> {
  const { seed, inputs, alter = (outcome) => outcome } = options;
  const pool = await createPool();
  const tab = openTokensTab(pool);
  const choices = createChoices(seed);
  const pace = await createPace((text) => inspect(tab, text), writeOrdinaryToken, options.now);
  const report = createReport(inputs);
  const guard = watchRuntime();
  let heapAfterStart = Number.NaN;
  try {
    for (let count = 0; count < inputs; count += 1) {
      const text = await makeInput(choices, pool);
      try {
        const seen = await pace.time(text);
        const outcome = await alter({ ...seen, answer: await askLibrary(tab) }, text);
        record(report, text, outcome);
      } catch (failure) {
        report.problems.push(`input ${count} throws ${String(failure)}: ${quote(text)}`);
      }
      // Uncaught errors are reported between two turns of the event loop.
      if (count % 64 === 0) await new Promise((resolve) => void setImmediate(resolve));
      if (count === Math.floor(inputs / 5)) heapAfterStart = measureHeap();
    }
    await new Promise((resolve) => void setImmediate(resolve));
  } finally {
    guard.end();
  }
  return finish(report, pace, guard.failures, { requests: guard.countRequests(), heapAfterStart });
}

function createReport(inputs: number): TokenFuzzReport {
  return {
    inputs,
    read: 0,
    kinds: {},
    answers: {},
    problems: [],
    requests: 0,
    worstPace: 0,
    slowest: "",
    worstSize: 0,
    heapGrowth: 0,
  };
}

function record(report: TokenFuzzReport, text: string, outcome: Outcome): void {
  const kind = outcome.report?.kind ?? "none";
  report.kinds[kind] = (report.kinds[kind] ?? 0) + 1;
  if (kind === "read") report.read += 1;
  const { answer } = outcome;
  const reason = answer?.kind === "rejected" ? answer.reason : answer?.kind;
  if (reason !== undefined) report.answers[reason] = (report.answers[reason] ?? 0) + 1;
  for (const problem of judgeOutcome(text, outcome)) {
    report.problems.push(`${quote(text)} ${problem}`);
  }
  // A report of a short text has sentences of its own.
  const size = JSON.stringify(outcome).length / Math.max(1000, text.length);
  report.worstSize = Math.max(report.worstSize, size);
}

function finish(
  report: TokenFuzzReport,
  pace: Pace,
  failures: readonly string[],
  { requests, heapAfterStart }: { requests: number; heapAfterStart: number },
): TokenFuzzReport {
  const problems = [...report.problems, ...failures];
  const heapGrowth = measureHeap() / heapAfterStart;
  const { multiple: worstPace, text } = pace.worst();
  return { ...report, problems, requests, worstPace, slowest: quote(text), heapGrowth };
}

function quote(text: string): string {
  return JSON.stringify(text.length > 160 ? `${text.slice(0, 160)}… (${text.length})` : text);
}

/** Returns an unsigned token of at least this length with ordinary claims. */
export function writeOrdinaryToken(length: number): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const count = Math.ceil((length * 0.75) / 40);
  const claims = Array.from({ length: count }, (_, at) => [
    `claim-${at}`,
    "an ordinary value of it",
  ]);
  return `${encode({ alg: "RS256", kid: "key-1" })}.${encode(Object.fromEntries(claims))}.AAAA`;
}
