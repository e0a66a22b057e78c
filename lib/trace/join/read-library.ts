import * as z from "zod/mini";
import { decodeBase64Url } from "../../encoding/base64url.ts";
import { parseJson } from "../../encoding/json.ts";
import { readHeader } from "../exchange.ts";
import type { AuthLibrary } from "../flow.ts";
import type { AuthMessage } from "../message.ts";
import { readAsked } from "./flow-draft.ts";

const part = z.string().check(z.minLength(1), z.maxLength(60));
const telemetrySchema = z.object({ name: part, version: part });

/** Returns the library that sent one of the messages, as the first of them names it. */
export function readLibrary(messages: readonly AuthMessage[]): AuthLibrary | undefined {
  for (const message of messages) {
    const library = readTelemetry(message) ?? readSku(message);
    if (library !== undefined) return library;
  }
  return undefined;
}

/** The parameter of pages and the header of requests: name and version as JSON in base64. */
function readTelemetry(message: AuthMessage): AuthLibrary | undefined {
  const encoded =
    readAsked(message, "auth0Client") ??
    readHeader(message.exchange.requestHeaders, "auth0-client");
  if (encoded === undefined || encoded.length > 4096) return undefined;
  const bytes = decodeBase64Url(
    encoded.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
  );
  const text = bytes === undefined ? "" : new TextDecoder().decode(bytes);
  return telemetrySchema.safeParse(parseJson(text)).data;
}

/** MSAL's parameters. */
function readSku(message: AuthMessage): AuthLibrary | undefined {
  const name = readAsked(message, "x-client-SKU") ?? readAsked(message, "x-client-sku");
  const version = readAsked(message, "x-client-VER") ?? readAsked(message, "x-client-ver");
  if (name === undefined || version === undefined) return undefined;
  return telemetrySchema.safeParse({ name, version }).data;
}
