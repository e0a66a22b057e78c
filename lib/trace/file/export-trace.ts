import type { RedactionReceipt } from "../../redaction/create-redactor.ts";
import { createExchangeRedactor } from "../../redaction/kept/create-exchange-redactor.ts";
import type { ReplacedValue } from "../../redaction/kept/replaced-values.ts";
import { findStartOfLogin } from "../contradictions/readers/start-of-login.ts";
import type { Exchange, DerivedValue } from "../exchange.ts";
import type { AuthMessage } from "../message.ts";
import type { JudgedFlow } from "../read-trace.ts";
import { describeFlow, describeStep, type DescribedFlow } from "./describe-flow.ts";
import { fileFormat, fileVersion } from "./read-trace-file.ts";
import { redactExchange, redactFlow, redactStep } from "./redact-flow.ts";
import { writeEntry } from "./write-entry.ts";
import {
  writeMarkdownDocuments,
  writeMarkdownFlow,
  writeMarkdownHead,
  writeMarkdownKept,
  type ExportFacts,
} from "./write-markdown.ts";
import { readParameter } from "../parameters.ts";

/**
 * - har: HTTP Archive 1.2, which the Network panels of browsers import
 * - json: the same entries, with verdicts and findings
 * - markdown: a text for an issue tracker
 */
export type TraceFormat = "har" | "json" | "markdown";

/** The source of an export. */
export interface TraceExport {
  /** Exactly the flows to export, in their order. */
  flows: readonly JudgedFlow[];
  /** Discovery documents and key sets of the capture; those of the flows' hosts are exported. */
  shared: readonly AuthMessage[];
  format: TraceFormat;
  facts: ExportFacts;
  /** The values that the user keeps. The file lists those that it has. */
  keptByHand?: ReadonlySet<string>;
  signal: AbortSignal;
  onProgress: (progress: TraceExportProgress) => void;
}

/** Each exchange is read twice: the first pass finds all values, the second one writes. */
export interface TraceExportProgress {
  done: number;
  total: number;
}

export interface TraceExportResult {
  flows: number;
  requests: number;
  receipt: RedactionReceipt;
  replaced: readonly ReplacedValue[];
}

/**
 * Exports flows without secrets, in pieces: the caller yields to the page between two. Ends early
 * after an abort; then the pieces are no file.
 */
export function* exportTrace(source: TraceExport): Generator<string, TraceExportResult> {
  const { flows, format, signal } = source;
  const redactor = createExchangeRedactor(source.keptByHand);
  const documents = listDocuments(source);
  const exchanges = listExchanges(source, documents);
  const places = new Map(exchanges.map(({ id }, index) => [id, index + 1]));
  const derived = listDerived(flows);
  const redact = (exchange: Exchange) =>
    redactExchange(exchange, redactor, derived.get(exchange.id));
  const total = flows.length + 2 * exchanges.length;
  let done = 0;
  const report = () => {
    done += 1;
    source.onProgress({ done, total });
  };

  for (const exchange of exchanges) if (exchange.source === "import") redactor.reserve(exchange);
  for (const exchange of exchanges) {
    if (signal.aborted) break;
    redactor.collect(exchange);
    report();
    yield "";
  }

  yield writeHead(source, { flows: flows.length, requests: exchanges.length });
  if (format !== "har") {
    for (const [index, flow] of flows.entries()) {
      if (signal.aborted) break;
      yield writeFlow(redactFlow(describeFlow(flow, places), redactor), index, format);
      report();
    }
  }
  if (format === "markdown" && documents.length > 0) {
    const steps = documents.map((message) =>
      redactStep(describeStep(message, places.get(message.exchange.id) ?? 0), redactor),
    );
    yield `\n${writeMarkdownDocuments(steps)}`;
  }
  if (format === "json") yield `\n],"log":${writeLogHead(source)}`;
  if (format !== "markdown") {
    for (const [index, exchange] of exchanges.entries()) {
      if (signal.aborted) break;
      const entry = JSON.stringify(writeEntry(redact(exchange)));
      yield `${index === 0 ? "" : ","}\n${entry}`;
      report();
    }
  }
  const replaced = redactor.listReplaced();
  yield writeEnd(
    format,
    replaced.filter(({ isKept }) => isKept).map(({ value }) => value),
  );
  return {
    flows: flows.length,
    requests: exchanges.length,
    receipt: redactor.receipt(),
    replaced,
  };
}

/** Lists the documents of the flows' hosts. */
function listDocuments({ flows, shared }: TraceExport): AuthMessage[] {
  const hosts = new Set(flows.map(({ flow }) => flow.host));
  return shared.filter(({ exchange }) => hosts.has(new URL(exchange.url).host));
}

/**
 * Lists the exchanges of the flows and these documents, each once, oldest first. The request of the
 * application that started a login comes with it: its cookies can explain the callback.
 */
function listExchanges({ flows }: TraceExport, documents: readonly AuthMessage[]): Exchange[] {
  const messages = [...flows.flatMap(({ flow }) => flow.messages), ...documents];
  const starts = flows.flatMap(({ prepared }) => findStartOfLogin(prepared) ?? []);
  const all = [...messages.map(({ exchange }) => exchange), ...starts];
  const unique = new Map(all.map((exchange) => [exchange.id, exchange]));
  return [...unique.values()].toSorted((one, other) => one.startedAt - other.startedAt);
}

function writeHead(source: TraceExport, counts: { flows: number; requests: number }): string {
  switch (source.format) {
    case "markdown":
      return writeMarkdownHead(source.facts, counts);
    case "har":
      return `{"log":${writeLogHead(source)}`;
    case "json":
      return `{"format":${JSON.stringify(fileFormat)},"version":${fileVersion},"about":${JSON.stringify(source.facts)},"flows":[`;
  }
  return source.format satisfies never;
}

/** Opens the log; its entries and `]}` follow. */
function writeLogHead({ facts }: TraceExport): string {
  const creator = { name: "Tenant Inspector", version: facts.extension };
  const head = JSON.stringify({
    version: "1.2",
    creator,
    browser: { name: facts.browser, version: "" },
  });
  return `${head.slice(0, -1)},"entries":[`;
}

/** Closes the file, with the values that the user keeps. */
function writeEnd(format: TraceFormat, kept: readonly string[]): string {
  if (format === "markdown") return writeMarkdownKept(kept);
  return kept.length === 0 ? "\n]}}\n" : `\n],"_keptByHand":${JSON.stringify(kept)}}}\n`;
}

function writeFlow(flow: DescribedFlow, index: number, format: TraceFormat): string {
  if (format === "markdown") return `\n${writeMarkdownFlow(flow, index + 1)}`;
  return `${index === 0 ? "" : ","}\n${JSON.stringify(flow)}`;
}

/**
 * Lists what the judgement of these flows depends on and a file without secrets lacks, by the id of
 * the exchange that it belongs to.
 */
function listDerived(flows: readonly JudgedFlow[]): ReadonlyMap<number, readonly DerivedValue[]> {
  const derived = new Map<number, DerivedValue[]>();
  const add = (id: number, by: DerivedValue["by"], is: string | undefined) => {
    if (is === undefined) return;
    const list = derived.get(id) ?? [];
    derived.set(id, list);
    if (!list.some((value) => value.by === by)) list.push({ by, is });
  };
  for (const { flow, prepared } of flows) {
    for (const { request, exchange } of flow.tokenRequests) {
      const verifier = readParameter(request, "code_verifier");
      add(exchange.id, "S256", prepared.challenges.get(verifier ?? ""));
    }
    const { idToken } = prepared;
    if (idToken === undefined) continue;
    const { id } = idToken.token.message.exchange;
    add(id, "at_hash", idToken.hashes.at_hash);
    add(id, "c_hash", idToken.hashes.c_hash);
    add(id, "signature", idToken.signature?.kind);
  }
  return derived;
}
