import { isJsonObject, type JsonObject } from "../../encoding/json.ts";
import { readBase64Url, readUtf8 } from "../read-base64url.ts";
import { readJson } from "../read-json.ts";

/** Reads the first part of a JWS or JWE; returns undefined if it is not a JSON object. */
export function readHeaderObject(part: string): JsonObject | undefined {
  const decoded = readBase64Url(part);
  const json = decoded.ok ? readUtf8(decoded.bytes) : undefined;
  const reading = json === undefined ? undefined : readJson(json);
  return reading?.ok === true && isJsonObject(reading.value) ? reading.value : undefined;
}
