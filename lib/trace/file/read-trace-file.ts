import * as z from "zod/mini";
import { parseJson } from "../../encoding/json.ts";
import type { Exchange } from "../exchange.ts";
import { hasPseudonym } from "../../redaction/known-secrets.ts";
import { needsBody } from "../capture/needs-body.ts";
import { readEntry } from "../read-entry.ts";

/** The name of this extension's own format. Its member `log` is a HAR log. */
export const fileFormat = "tenant-inspector-trace";
export const fileVersion = 1;

/** The maximum number of characters of a file: it is parsed in one step. */
const maxFileLength = 100 * 1024 * 1024;
/** The maximum number of entries that are read: as many as a capture keeps. */
const maxEntries = 10_000;
/** The maximum number of characters of a name or a title in a file. */
const maxName = 300;
/** The maximum number of verdicts that are read. */
const maxVerdicts = 20;
/** The number of entries that are parsed before the page may draw. */
const entriesPerPiece = 200;

const fileSchema = z.object({
  format: z.optional(z.unknown()),
  version: z.optional(z.unknown()),
  log: z.object({ entries: z.array(z.unknown()) }),
  flows: z.optional(z.unknown()),
});

/**
 * A flow of this extension's own file, as far as it is shown. Before version 1.0, a file had the
 * verdict "warning" for a flow that worked and was weak, and no stop.
 */
const fileVerdictSchema = z.object({
  kind: z.string().check(z.maxLength(maxName)),
  host: z.string().check(z.maxLength(maxName)),
  verdict: z.enum(["failed", "warning"]),
  findings: z.array(
    z.object({
      title: z.string().check(z.maxLength(maxName)),
      severity: z.optional(z.string()),
    }),
  ),
  stop: z.optional(z.object({ sentence: z.string().check(z.maxLength(maxName)) })),
});

/** The verdict of a flow when it was exported, with all that the file no longer has. */
export interface FileVerdict {
  kind: string;
  host: string;
  verdict: "failed" | "warning";
  /** The title of the proven cause, otherwise the place of the stop. */
  title?: string;
}

/** The content of a file, or the problem with its remedy. */
export type TraceFile =
  | {
      ok: true;
      /** In the order of the file. */
      exchanges: Exchange[];
      /** The number of entries that are no HTTP request, or are beyond the limit. */
      skipped: number;
      /** The number of responses whose body is not in the file, without images and scripts. */
      withoutBody: number;
      /** True if an export of this extension removed secrets: some checks lack their values. */
      isRedacted: boolean;
      /** The flows that were not clean when they were exported, in the order of the file. */
      verdicts: readonly FileVerdict[];
    }
  | { ok: false; message: string };

const chooseOther =
  "Choose a HAR file of a browser's Network panel or of Playwright, or a JSON file of this tab.";

/**
 * Reads a HAR file (HTTP Archive 1.2) or this extension's own file. Nothing of it is run or
 * fetched. Does not reject: a file that is neither has a message.
 *
 * @param pause called between pieces, so that the page can draw
 */
export async function readTraceFile(
  text: string,
  pause: () => Promise<void>,
  signal: AbortSignal,
): Promise<TraceFile> {
  if (text.length > maxFileLength) {
    return {
      ok: false,
      message: "The file is larger than 100 MB. Record a shorter capture, or remove entries.",
    };
  }
  const content = parseJson(text.replace(/^\uFEFF/u, ""));
  if (content === undefined) return { ok: false, message: `The file is not JSON. ${chooseOther}` };
  const file = fileSchema.safeParse(content).data;
  if (file === undefined) {
    return {
      ok: false,
      message: `The file has no list of requests ("log.entries"). ${chooseOther}`,
    };
  }
  if (file.format === fileFormat && file.version !== fileVersion) {
    return {
      ok: false,
      message: "A newer version of this extension wrote the file. Update this one, then import it.",
    };
  }
  const { entries } = file.log;
  const exchanges: Exchange[] = [];
  for (const [index, entry] of entries.slice(0, maxEntries).entries()) {
    if (index > 0 && index % entriesPerPiece === 0) await pause();
    if (signal.aborted) break;
    const exchange = readEntry(entry, { id: index + 1, source: "import" });
    if (exchange !== undefined) exchanges.push(exchange);
  }
  return {
    ok: true,
    exchanges,
    skipped: entries.length - exchanges.length,
    withoutBody: exchanges.filter(
      (exchange) => exchange.responseBody.state === "not-seen" && needsBody(exchange),
    ).length,
    isRedacted: hasPseudonym(text),
    verdicts: file.format === fileFormat ? readVerdicts(file.flows) : [],
  };
}

function readVerdicts(flows: unknown): FileVerdict[] {
  if (!Array.isArray(flows)) return [];
  return flows
    .flatMap((flow): FileVerdict[] => {
      const parsed = fileVerdictSchema.safeParse(flow).data;
      if (parsed === undefined) return [];
      const { kind, host, verdict, findings, stop } = parsed;
      const title = findings.find(({ severity }) => severity !== "advice")?.title ?? stop?.sentence;
      return [{ kind, host, verdict, ...(title === undefined ? {} : { title }) }];
    })
    .slice(0, maxVerdicts);
}
