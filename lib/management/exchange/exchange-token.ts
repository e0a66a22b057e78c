import * as z from "zod/mini";
import {
  checkExchange,
  exchangeResponseSchema,
  type ExchangeInput,
  type ExchangeOutcome,
} from "./exchange-schemas.ts";
import { explainExchangeRefusal } from "./explain-exchange-refusal.ts";
import { parseJson } from "../../encoding/json.ts";
import { ManagementError } from "../refusals/management-error.ts";
import type { Fetch } from "../../http/fetch.ts";
import type { Clock } from "../../http/clock.ts";
import { readRetryAt } from "../calls/rate-limit.ts";
import { scrub } from "../calls/scrub.ts";
import { isTrustworthyAddress, sendRequest, type ServiceResponse } from "../calls/send-request.ts";

/** RFC 8693, section 2.1. */
const grantType = "urn:ietf:params:oauth:grant-type:token-exchange";
const operationLabel = "Exchanging the token";

export interface ExchangePorts {
  /** The tenant's `/oauth/token`: https, or a loopback address. */
  tokenUrl: string;
  fetch: Fetch;
  clock: Clock;
  signal?: AbortSignal;
}

/**
 * Runs one token exchange (RFC 8693). Returns a refusal as an outcome. Does not retry, because each
 * failed exchange counts towards the throttle. No outcome or error contains the subject token, the
 * secret or a parameter.
 *
 * @throws {ManagementError} for invalid input, no response or an unexpected one
 */
export async function exchangeToken(
  input: ExchangeInput,
  ports: ExchangePorts,
): Promise<ExchangeOutcome> {
  if (!isTrustworthyAddress(ports.tokenUrl)) {
    const message = `${operationLabel} was not sent: the token endpoint must use https or run on this machine. Correct the tenant's domain in the options.`;
    throw new ManagementError({ code: "invalid-address", message });
  }
  const check = checkExchange(input);
  if (!check.ok) {
    const reasons = check.errors.map(({ message }) => message).join(" ");
    throw new ManagementError({
      code: "invalid-request",
      message: `${operationLabel} was not sent. ${reasons}`,
    });
  }
  const response = await sendRequest(
    {
      label: operationLabel,
      doubt:
        "The action may have run, and the service may count the attempt. Check the action's log before you try again.",
      url: ports.tokenUrl,
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
      body: encodeForm(check.value),
      ...(ports.signal === undefined ? {} : { signal: ports.signal }),
    },
    ports,
  );
  if (response.status < 200 || response.status > 299)
    return refuse(response, check.value, ports.clock);
  const parsed = exchangeResponseSchema.safeParse(parseJson(response.text));
  if (parsed.success) return { kind: "issued", response: parsed.data };
  const message = `${operationLabel} failed: the response of the token endpoint contains no token. Check the tenant's domain in the options.`;
  throw new ManagementError({ code: "unexpected-response", status: response.status, message });
}

function encodeForm(input: ExchangeInput): string {
  const { parameters = {}, ...own } = input;
  const form = new URLSearchParams(parameters);
  form.set("grant_type", grantType);
  for (const [name, value] of Object.entries(own)) {
    if (value !== undefined && value.trim() !== "") form.set(name, value);
  }
  return form.toString();
}

const refusalSchema = z.looseObject({
  error: z.optional(z.unknown()),
  error_description: z.optional(z.unknown()),
});

function refuse(response: ServiceResponse, input: ExchangeInput, clock: Clock): ExchangeOutcome {
  const { status, headers, text } = response;
  const body = refusalSchema.safeParse(parseJson(text)).data ?? {};
  const secrets = listSecrets(input);
  const errorCode =
    typeof body.error === "string" ? scrub(body.error, secrets).slice(0, 100) : undefined;
  const serviceMessage =
    typeof body.error_description === "string" ? scrub(body.error_description, secrets) : undefined;
  const retryAt = status === 429 || status === 503 ? readRetryAt(headers, clock) : undefined;
  return {
    kind: "refused",
    status,
    ...explainExchangeRefusal(status, errorCode),
    ...(errorCode === undefined ? {} : { errorCode }),
    ...(serviceMessage === undefined || serviceMessage === "" ? {} : { serviceMessage }),
    ...(retryAt === undefined ? {} : { retryAt }),
  };
}

// Shorter values can occur in a response by chance: removing them would make it unreadable.
const minSecretLength = 8;

/** Lists the secrets to remove from a response, in all encodings that an action may return. */
function listSecrets({ subject_token, client_secret, parameters = {} }: ExchangeInput): string[] {
  const further = Object.values(parameters).filter((value) => value.length >= minSecretLength);
  return [subject_token, client_secret ?? "", ...further]
    .flatMap((secret) => [secret, secret.trim()])
    .flatMap((secret) => [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret.toWellFormed()),
      new URLSearchParams({ s: secret }).toString().slice(2),
    ])
    .toSorted((one, other) => other.length - one.length);
}
