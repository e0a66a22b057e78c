import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { readTraceFile } from "../../../../lib/trace/file/read-trace-file.ts";
import { readTrace } from "../../../../lib/trace/read-trace.ts";
import { cases } from "../../../trace-corpus/cases.ts";

const folder = join(import.meta.dirname, "../../../trace-corpus/captures");

/** The headers that the default export of Chromium's Network panel leaves out. */
const sensitive = /^(?:authorization|cookie|set-cookie)$/i;

const messageSchema = z.looseObject({ headers: z.array(z.looseObject({ name: z.string() })) });
const harSchema = z.object({
  log: z.looseObject({
    entries: z.array(z.looseObject({ request: messageSchema, response: messageSchema })),
  }),
});

/** Leaves out cookies and credentials, as Chromium's "Export HAR (sanitized)" does. */
function sanitize(text: string): string {
  const har = harSchema.parse(JSON.parse(text));
  for (const { request, response } of har.log.entries) {
    for (const message of [request, response]) {
      message.headers = message.headers.filter(({ name }) => !sensitive.test(name));
      message["cookies"] = [];
    }
  }
  return JSON.stringify(har);
}

/** Returns the rule of the top cause of a captured login, read from a sanitized file. */
async function findTopCause(name: string): Promise<string | undefined> {
  const text = sanitize(readFileSync(join(folder, `${name}.har`), "utf8"));
  const file = await readTraceFile(text, () => Promise.resolve(), new AbortController().signal);
  if (!file.ok) throw new Error(file.message);
  const { flows } = await readTrace(file.exchanges);
  const tops = flows.flatMap(({ verdict }) => verdict.findings.slice(0, 1));
  return tops.find(({ rank }) => rank === "cause")?.rule.id;
}

/** The cases whose cause only a cookie or a credential shows, and what is said without it. */
const otherwise: Readonly<Record<string, string | undefined>> = {
  // The finding lists the blocked cookie, the ended session and development keys.
  "renew-devkeys": "renew-login-required",
  "renew-after-logout": "renew-login-required",
  "renew-session-ended": "renew-login-required",
  // The finding of the code lists its causes.
  "embedded-cross-site": "authz-access-denied",
  "user-info-expired": undefined,
  "user-info-id-token": undefined,
  "user-info-other-subject": undefined,
  "management-scope": undefined,
  // The server of the callback refused it; only cookies tell why.
  "form-post-cookie": "resp-callback-failed",
};

describe("a file without cookies and credentials", () => {
  test.each(cases)("$name: names the cause, or none", async ({ name, cause }) => {
    expect(await findTopCause(name)).toBe(Object.hasOwn(otherwise, name) ? otherwise[name] : cause);
  });
});
