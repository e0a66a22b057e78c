import { describe, expect, test } from "vitest";
import { jsonObjectSchema, parseJson } from "../../../../../lib/encoding/json.ts";
import type { RequestReading } from "../../../../../lib/runs/from-request/captured-request.ts";
import { readFlow, readRequest } from "../../../../../lib/runs/from-request/read-request.ts";
import { runDraftSchema } from "../../../../../lib/messages/run-draft.ts";
import type { AuthMessage } from "../../../../../lib/trace/message.ts";
import { logins } from "../../../../trace-corpus/logins.ts";
import { findPart, listSecrets } from "../../trace/file/captured-secrets.ts";
import { readFlows, readHarText } from "../../trace/read-recording.ts";
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
  "logout-without-hint": /^returnTo$/u,
  "renewal-after-provider-logout": /^(?:returnTo|response_mode)$/u,
  // The capture has the client in the Authorization header.
  "diary-sends-password-itself": /^client_id$/u,
  "survey-page-cannot-redeem": /^client_id$/u,
  // A provider of OAuth 2.0 alone needs no response type; the library always sends one.
  "code-host-without-openid": /^response_type$/u,
  // With PKCE, the library asks for a fragment unless the page chose another mode.
  "user-is-blocked": /^response_mode$/u,
  // The operation requires it, and a note says so.
  "confidential-client": /^audience$/u,
};

/** The library renews with a web message only. */
const ofRenewal = /^response_mode$/u;

const isSilent = ({ request }: AuthMessage): boolean =>
  request.some(([name, value]) => name === "prompt" && value === "none");

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
  test.each(logins)("$name: is sent again with the same parameters", async ({ name }) => {
    for (const { flow } of await readFlows(readHarText(name))) {
      const { messages } = flow;
      for (const message of messages) {
        const reading = readRequest(message, messages);
        if (!reading.ok) continue;
        const sent = await sendRun(reading.run);
        const again = sent.find(({ kind }) => kind === message.kind);
        if (again === undefined) throw new Error(`No ${message.kind} was sent.`);
        expect(again.exchange.method).toBe(message.exchange.method);
        const isOrdered = reading.run.draft.order.length > 0;
        const sort = (list: string[]) => (isOrdered ? list : list.toSorted());
        const different = differences[name] ?? (isSilent(message) ? ofRenewal : undefined);
        expect(sort(listShared(again, different))).toEqual(sort(listShared(message, different)));
      }
    }
  });

  test.each(logins)("$name: becomes a draft without a secret", async ({ name }) => {
    const har = readHarText(name);
    const secrets = listSecrets(har);
    for (const { flow } of await readFlows(har)) {
      const { messages } = flow;
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
