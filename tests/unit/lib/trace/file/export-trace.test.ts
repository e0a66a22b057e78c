import { describe, expect, test } from "vitest";
import {
  exportTrace,
  type TraceExportResult,
  type TraceFormat,
} from "../../../../../lib/trace/file/export-trace.ts";
import { readTraceFile } from "../../../../../lib/trace/file/read-trace-file.ts";
import type { AuthMessage } from "../../../../../lib/trace/message.ts";
import { readTrace, type JudgedFlow } from "../../../../../lib/trace/read-trace.ts";
import { traceOf } from "../entries.ts";
import { readFlows, readHarText } from "../read-recording.ts";
import { codeLogin, tokenFor } from "../join/logins.ts";
import { withDecodedTokens } from "./captured-secrets.ts";
import { readEntries, readSample, sampleEntries, sampleSecrets } from "./sample-capture.ts";

const facts = {
  extension: "0.1.0",
  browser: "Chromium 156",
  exportedAt: "2026-11-23T09:00:00.000Z",
};

interface Written extends TraceExportResult {
  text: string;
}

function write(
  flows: readonly JudgedFlow[],
  format: TraceFormat,
  { signal = new AbortController().signal, shared = [] as readonly AuthMessage[] } = {},
): Written {
  const pieces = exportTrace({
    flows,
    shared,
    format,
    facts,
    signal,
    onProgress: () => undefined,
  });
  let text = "";
  let piece = pieces.next();
  while (piece.done !== true) {
    text += piece.value;
    piece = pieces.next();
  }
  return { text, ...piece.value };
}

const importText = (text: string) =>
  readTraceFile(text, () => Promise.resolve(), new AbortController().signal);

const formats: readonly TraceFormat[] = ["har", "json", "markdown"];
const { claims: _, ...secrets } = sampleSecrets;

/** Returns a secret as it is, and as a URL, JSON or base64 could hold it. */
function encodings(secret: string): string[] {
  const base64 = Buffer.from(secret).toString("base64");
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), base64];
}

/** Returns the parts of 16 characters of each form that the text contains. */
function findParts(text: string, secret: string): string[] {
  return encodings(secret).flatMap((form) => {
    const starts = Array.from({ length: Math.max(1, form.length - 15) }, (_, start) => start);
    return starts.map((start) => form.slice(start, start + 16)).filter((one) => text.includes(one));
  });
}

describe("an export", () => {
  test.each(formats)("contains no secret and no person as %s", async (format) => {
    const { flows } = await readSample();
    const text = withDecodedTokens(write(flows, format).text);
    const all = [...Object.values(secrets), "auth0|ada", "ada@example.com"];
    expect(all.flatMap((secret) => findParts(text, secret))).toEqual([]);
  });

  test("is searched by a scan that finds each secret of the capture itself", () => {
    const text = JSON.stringify(sampleEntries);
    const missed = Object.entries(sampleSecrets).filter(
      ([, secret]) => findParts(text, secret).length === 0,
    );
    // Basic credentials are a base64 text, in which the secret has another offset.
    expect(missed.map(([name]) => name)).toEqual(["clientSecret"]);
    expect(text).toContain(btoa(`spa:${sampleSecrets.clientSecret}`));
  });

  test.each(["har", "json"] as const)(
    "keeps of a token what says nothing of a person, as %s",
    async (format) => {
      const { flows } = await readSample();
      const { text } = write(flows, format);
      const [, payload = ""] = /"id_token\\":\\"[\w-]+\.([\w-]+)\./u.exec(text) ?? [];
      expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toEqual({
        iss: "https://login.example/",
        sub: expect.stringMatching(/^removed-text-\d+-of-9-characters$/u),
        email: expect.stringMatching(/^removed-address-\d+-of-15-characters$/u),
      });
    },
  );

  test("gives equal secrets equal names, so that the login stays joined", async () => {
    const { flows } = await readSample();
    const { text, receipt } = write(flows, "har");
    const file = await importText(text);
    const again = await readTrace(file.ok ? file.exchanges : []);
    expect(again.flows.map(({ flow }) => flow.messages.length)).toEqual(
      flows.map(({ flow }) => flow.messages.length),
    );
    expect(receipt.kinds).toEqual({
      text: expect.any(Number),
      address: expect.any(Number),
      part: expect.any(Number),
    });
  });

  test.each(formats)("holds exactly the given flows, and says how many, as %s", async (format) => {
    const { flows } = await readTrace(
      readEntries([
        ...sampleEntries,
        {
          startedDateTime: "2026-11-23T08:10:00.000Z",
          request: { method: "GET", url: "https://login.example/v2/logout?client_id=other" },
          response: { status: 302 },
        },
      ]),
    );
    const shown = flows.filter(({ flow }) => flow.kind === "login");
    const { text, flows: count, requests } = write(shown, format);
    expect({ count, requests }).toEqual({ count: 1, requests: 2 });
    expect(text).not.toContain("/v2/logout");
  });

  test.each(["har", "json"] as const)("says to its reader what it lacks, as %s", async (format) => {
    const { flows } = await readSample();
    const file = await importText(write(flows, format).text);
    const title = flows[0]?.verdict.findings[0]?.title;
    const top = { kind: "login", host: "login.example", verdict: "failed" };
    expect(file).toMatchObject({
      isRedacted: true,
      verdicts: format === "har" ? [] : [{ ...top, title }],
    });
  });

  test("ends early after an abort", async () => {
    const { flows } = await readSample();
    const { text } = write(flows, "har", { signal: AbortSignal.abort() });
    expect(text).not.toContain("authorize");
  });
});

describe("the Markdown", () => {
  test("begins a flow with its stop, quotes it, and lists the possible causes", async () => {
    const refusal = { error: "invalid_grant", error_description: "Wrong code." };
    const { flows } = await traceOf([
      ...codeLogin({}).slice(0, 4),
      { ...tokenFor({ at: 400 }), status: 403, answer: refusal },
    ]);
    const { text } = write(flows, "markdown");
    const [, flow = ""] = text.split(/^## 1\. .*$/mu);
    expect(flow.trim().split("\n").slice(2, 8)).toEqual([
      String.raw`**Stopped at the token request: 403 invalid_grant.**`,
      "",
      "- Stopped in request 5. Expected next: tokens.",
      "- Quoted, status: `403`",
      "- Quoted, error: `invalid_grant`",
      "- Quoted, error_description: `Wrong code.`",
    ]);
    expect(text).toContain("### Possible causes: The provider refused the code");
    expect(text).toContain("### Not seen");
    const file: unknown = JSON.parse(write(flows, "json").text);
    expect(file).toMatchObject({
      flows: [
        {
          stop: { sentence: "Stopped at the token request: 403 invalid_grant", request: 5 },
          meaning: { title: "The provider refused the code" },
        },
      ],
    });
  });

  test("names the versions, the finding, its remedy and each request", async () => {
    const { flows } = await readSample();
    const { text } = write(flows, "markdown");
    expect(text).toContain("Tenant Inspector 0.1.0, Chromium 156");
    expect(text).toContain("### The ID token is signed with HS256");
    expect(text).toContain("- Remedy: Set the JSON Web Token signature algorithm");
    expect(text).toContain("- Request 2, Token request (authorization_code): `POST https://login");
  });

  test("keeps what a finding says of a cookie or a token, and replaces its value", async () => {
    const { flows } = await readSample();
    const [flow] = flows;
    const finding = flow?.verdict.findings[0];
    if (flow === undefined || finding === undefined) throw new Error("The sample has no finding.");
    const seen = [
      { part: "headers", name: "Cookie", value: "absent" },
      { part: "claims", name: "ID token", value: "sub removed 2 days ago" },
      { part: "form", name: "refresh_token", value: "short" },
      { part: "query", name: "scope", value: "openid" },
    ] as const;
    const findings = [{ ...finding, seen }];
    const shown = { ...flow, verdict: { ...flow.verdict, findings } };
    const { text } = write([shown], "markdown");
    expect(text).toContain("- Seen, headers: `Cookie` = `absent`");
    expect(text).toContain("- Seen, claims: `ID token` = `sub removed 2 days ago`");
    expect(text).toMatch(/- Seen, form: `refresh_token` = `removed-text-\d+-of-5-characters`/u);
    expect(text).toContain("- Seen, query: `scope` = `openid`");
  });

  test("shows foreign text as text: no link, no markup, no mention", async () => {
    const hostile = "</code>`[x](https://evil.example)` <img src=x> @everyone\n# Heading";
    const { flows } = await readTrace(
      readEntries([
        {
          startedDateTime: "2026-11-23T08:00:00.000Z",
          request: {
            method: "GET",
            url: `https://login.example/authorize?response_type=code&client_id=${encodeURIComponent(hostile)}`,
          },
          response: {
            status: 302,
            redirectURL: `https://app.example/cb?error=access_denied&error_description=${encodeURIComponent(hostile)}`,
          },
        },
      ]),
    );
    const { text } = write(flows, "markdown");
    const prose = text.replaceAll(/(`+)[^\n]*?\1/gu, "");
    expect(prose).not.toMatch(/(?<!\\)[<@]|\n# Heading|(?<!\\)\[x/u);
    // An issue tracker looks for mentions and issues in the text that remains without backslashes.
    expect(prose).not.toMatch(/@\w|#\d/u);
  });

  test("does not join the words of foreign text to emphasis", async () => {
    const { flows } = await readTrace(
      readEntries([
        {
          startedDateTime: "2026-11-23T08:00:00.000Z",
          request: {
            method: "GET",
            url: "https://login.example/authorize?response_type=code&client_id=_a_b_c_d",
          },
          response: { status: 302 },
        },
      ]),
    );
    const [, heading] = /^## 1\. login, (.*), login/mu.exec(write(flows, "markdown").text) ?? [];
    expect(heading).toBe(String.raw`\_a_b_c_d`);
  });

  test("names each request by its number, also where a list would count on", async () => {
    const { flows } = await readTrace(
      readEntries([
        ...sampleEntries.slice(0, 1),
        {
          startedDateTime: "2026-11-23T08:00:02.000Z",
          request: { method: "GET", url: "https://login.example/.well-known/jwks.json" },
          response: { status: 200, content: { mimeType: "application/json", text: '{"keys":[]}' } },
        },
        ...sampleEntries.slice(1),
      ]),
    );
    const shared = flows[0]?.prepared.context.shared ?? [];
    const { text } = write(flows, "markdown", { shared });
    expect(text).toContain("- 1 flow, 3 requests");
    expect(text.match(/^- Request \d+, [^:]*/gmu)).toEqual([
      "- Request 1, Authorization request",
      "- Request 3, Token request (authorization_code)",
      "- Request 2, Key set request",
    ]);
    expect(text).toContain("## Documents of the providers");
  });
});

test.each(formats)("a request of another scheme is exported too, as %s", async (format) => {
  const entries = codeLogin({}).map((entry) =>
    entry.url.includes("/token") ? { ...entry, url: "javascript:alert(1)" } : entry,
  );
  const { flows } = await traceOf(entries);
  const { text } = write(flows, format);
  expect(text.length).toBeGreaterThan(0);
  expect(text).not.toContain("alert(1)");
});

test("a value that our own words name stays in the text of an issue", async () => {
  const { flows } = await readSample();
  expect(write(flows, "markdown").text).toContain("`alg that is accepted` = `RS256`");
});

test("a value of a request outside of the export is said to be of another flow", async () => {
  const flows = await readFlows(readHarText("refresh-used-again"));
  const failed = flows.filter(({ verdict }) => verdict.state === "failed");
  expect(failed).toHaveLength(1);
  const { text } = write(failed, "markdown");
  expect(text).toContain("- Seen in a request of another flow, form: `refresh_token` = ");
  expect(text).not.toContain("request 0");
  expect(write(flows, "markdown").text).not.toContain("another flow");
});

test("a long value, such as a token, is cut in the text of an issue", async () => {
  const flows = await readFlows(readHarText("access-token-hash-implicit"));
  const { text } = write(flows, "markdown");
  expect(text).toMatch(/`access_token` = `eyJ[\w.-]{197}…`/u);
});
