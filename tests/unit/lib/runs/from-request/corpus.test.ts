import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { jsonObjectSchema, parseJson } from "../../../../../lib/encoding/json.ts";
import type { RequestReading } from "../../../../../lib/runs/from-request/captured-request.ts";
import { readFlow, readRequest } from "../../../../../lib/runs/from-request/read-request.ts";
import { runDraftSchema } from "../../../../../lib/messages/run-draft.ts";
import type { AuthMessage } from "../../../../../lib/trace/message.ts";
import { findPart, listSecrets } from "../../trace/file/captured-secrets.ts";
import { captures, readFlows } from "./read-captures.ts";
import { sendRun } from "./sent-requests.ts";

/** Parameters of which each request has its own value, and secrets. */
const own =
  /^(?:state|nonce|code_challenge|code_challenge_method|code|code_verifier|login_ticket|password|otp|refresh_token|subject_token|client_secret|access_token|link_with|auth0Client)$/u;

/** Parameters that a run leaves out or adds, by the name of the capture. */
const differences: Readonly<Record<string, RegExp>> = {
  // The library does not send it, and a note says so.
  "embedded-extra-field": /^scope$/u,
  // A secret: its members have the names of tokens.
  "elliptic-keys": /^claims$/u,
  // The library always sends one, and a note says so.
  "logout-client": /^returnTo$/u,
  "renewal-frame-without-session": /^response_mode$/u,
  // The operation requires it, and a note says so.
  "confidential-client": /^audience$/u,
};

/** Lists the parameters of a request that a run must repeat. */
function listShared({ request }: AuthMessage, different?: RegExp): string[] {
  return request
    .filter(([name]) => !own.test(name) && different?.test(name) !== true)
    .map(([name, value]) => `${name}=${name === "authParams" ? writeShared(value) : value}`);
}

/** Writes the members of an authorization request in a body. */
function writeShared(text: string): string {
  const members = Object.entries(jsonObjectSchema.parse(parseJson(text)));
  const shared = members.filter(([name]) => !own.test(name));
  return shared
    .map((member) => JSON.stringify(member))
    .toSorted()
    .join();
}

const isStorable = (draft: unknown) => runDraftSchema.safeParse(draft).success;

describe("each captured request that an operation makes", () => {
  test.each(captures)("$name: is sent again with the same parameters", async ({ name, path }) => {
    for (const { messages } of await readFlows(path)) {
      for (const message of messages) {
        const reading = readRequest(message, messages);
        if (!reading.ok) continue;
        const sent = await sendRun(reading.run);
        const again = sent.find(({ kind }) => kind === message.kind);
        if (again === undefined) throw new Error(`No ${message.kind} was sent.`);
        expect(again.exchange.method).toBe(message.exchange.method);
        const isOrdered = reading.run.draft.order.length > 0;
        const sort = (list: string[]) => (isOrdered ? list : list.toSorted());
        const different = differences[name];
        expect(sort(listShared(again, different))).toEqual(sort(listShared(message, different)));
      }
    }
  });

  test.each(captures)("$name: becomes a draft without a secret", async ({ path }) => {
    const secrets = listSecrets(readFileSync(path, "utf8"));
    for (const { messages } of await readFlows(path)) {
      const readings = [...messages.map((one) => readRequest(one, messages)), readFlow(messages)];
      for (const reading of readings) {
        const text = JSON.stringify(reading);
        expect(secrets.flatMap((secret) => findPart(text, secret) ?? [])).toEqual([]);
        expect(reading).toSatisfy((one: RequestReading) =>
          one.ok ? isStorable(one.run.draft) : /^[A-Z].*\.$/u.test(one.reason),
        );
      }
    }
  });
});
