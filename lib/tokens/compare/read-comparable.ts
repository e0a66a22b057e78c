import { isJsonObject, type JsonObject } from "../../encoding/json.ts";
import { decodeToken } from "../decode-token.ts";
import { readBase64Url, readUtf8 } from "../read-base64url.ts";
import { readJson } from "../read-json.ts";
import { stripSurroundings } from "../strip-surroundings.ts";
import type { Members } from "./compare-members.ts";

/** The parts of a token that can be compared. */
export type ComparableToken =
  | { kind: "signed"; text: string; header: Members; claims: Members }
  | { kind: "encrypted"; text: string; header: Members }
  | { kind: "opaque" | "unreadable"; text: string };

/** Decodes a token as far as a comparison can use it. Does not throw. */
export function readComparable(text: string): ComparableToken {
  const decoded = decodeToken(text);
  if (decoded.ok) {
    const { compact, header, payload, duplicateMembers } = decoded.token;
    return {
      kind: "signed",
      text: compact,
      header: { values: header, repeated: duplicateMembers.header },
      claims: { values: payload, repeated: duplicateMembers.payload },
    };
  }
  const compact = stripSurroundings(text);
  if (decoded.failure.code === "opaque") return { kind: "opaque", text: compact };
  const header = decoded.failure.code === "encrypted" ? readHeader(compact) : undefined;
  if (header === undefined) return { kind: "unreadable", text: compact };
  return { kind: "encrypted", text: compact, header };
}

/** Decodes the header of a JWE: it is not encrypted (RFC 7516, section 7.1). */
function readHeader(compact: string): Members | undefined {
  const [part = ""] = compact.split(".", 1);
  const decoded = readBase64Url(part);
  const json = decoded.ok ? readUtf8(decoded.bytes) : undefined;
  const reading = json === undefined ? undefined : readJson(json);
  if (reading?.ok !== true || !isJsonObject(reading.value)) return undefined;
  const values: JsonObject = reading.value;
  return { values, repeated: reading.duplicateMembers };
}
