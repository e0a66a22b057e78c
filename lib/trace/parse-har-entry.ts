import type { DerivedValue, Header } from "./exchange.ts";

/** The maximum number of characters of a URL or a header. Longer ones are cut by no browser. */
const maxText = 262_144;
const maxHeaders = 500;

/** The part of a HAR entry that is read (HTTP Archive 1.2), as Chromium and Firefox write it. */
export interface HarEntry {
  startedDateTime: string;
  time: number | undefined;
  request: {
    method: string;
    url: string;
    /** With names in lower case. */
    headers: readonly Header[];
    postText: string | undefined;
    postParams: readonly Header[];
  };
  response: {
    /** 0 if it is no whole number. */
    status: number;
    headers: readonly Header[];
    redirectURL: string | undefined;
    mimeType: string;
    text: string | undefined;
    encoding: string;
    /** The size of the content; undefined if it is unknown. */
    size: number | undefined;
    error: string | undefined;
  };
  resourceType: string | undefined;
  initiatorUrl: string | undefined;
  fromCache: string | undefined;
  derived: readonly DerivedValue[];
}

/**
 * Parses a HAR entry; returns undefined for anything else. Members that only explain are dropped
 * if they are malformed.
 *
 * Written by hand: a file has thousands of entries, and a schema without generated code took
 * several times as long as `JSON.parse` of the same file.
 */
export function parseHarEntry(value: unknown): HarEntry | undefined {
  if (!isObject(value)) return undefined;
  const { startedDateTime, request, response } = value;
  if (typeof startedDateTime !== "string" || startedDateTime.length > 64) return undefined;
  if (!isObject(request) || !isObject(response)) return undefined;
  const method = request["method"];
  const url = parseText(request["url"]);
  if (typeof method !== "string" || method === "" || method.length > 32) return undefined;
  if (url === undefined) return undefined;
  const post = isObject(request["postData"]) ? request["postData"] : none;
  const content = isObject(response["content"]) ? response["content"] : none;
  const initiator = isObject(value["_initiator"]) ? value["_initiator"] : none;
  return {
    startedDateTime,
    time: parseNumber(value["time"]),
    request: {
      method,
      url,
      headers: parseHeaders(request["headers"]),
      postText: parseBody(post["text"]),
      postParams: parseFields(post["params"]),
    },
    response: {
      status: parseStatus(response["status"]),
      headers: parseHeaders(response["headers"]),
      redirectURL: parseText(response["redirectURL"]),
      mimeType: parseText(content["mimeType"]) ?? "",
      text: parseBody(content["text"]),
      encoding: parseText(content["encoding"]) ?? "",
      size: parseNumber(content["size"]),
      error: parseText(response["_error"]),
    },
    resourceType: parseText(value["_resourceType"]),
    initiatorUrl: parseText(initiator["url"]),
    fromCache: parseText(value["_fromCache"]),
    derived: parseDerived(value["_derived"]),
  };
}

type Members = Readonly<Record<string, unknown>>;
const none: Members = {};

/** Returns true for `{…}`, false for arrays and for `null`. */
export function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseText(value: unknown): string | undefined {
  return typeof value === "string" && value.length <= maxText ? value : undefined;
}

function parseBody(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function parseNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function parseStatus(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : 0;
}

/** One malformed header drops all: the file was not written by a browser. */
function parseHeaders(value: unknown): readonly Header[] {
  if (!Array.isArray(value) || value.length > maxHeaders) return [];
  const headers: Header[] = [];
  for (const each of value) {
    if (!isObject(each)) return [];
    const name = parseText(each["name"]);
    const text = parseText(each["value"]);
    if (name === undefined || text === undefined) return [];
    headers.push({ name: name.toLowerCase(), value: text });
  }
  return headers;
}

const derivations = ["S256", "at_hash", "c_hash", "signature"] as const;

function parseDerived(value: unknown): readonly DerivedValue[] {
  if (!Array.isArray(value) || value.length > maxHeaders) return [];
  return value.flatMap((each) => {
    if (!isObject(each)) return [];
    const by = derivations.find((name) => name === each["by"]);
    const is = parseText(each["is"]);
    return by === undefined || is === undefined ? [] : [{ by, is }];
  });
}

/** Parses the fields of a form; a field without a value, such as a file, is empty. */
function parseFields(value: unknown): readonly Header[] {
  if (!Array.isArray(value) || value.length > maxHeaders) return [];
  const fields: Header[] = [];
  for (const each of value) {
    const name = isObject(each) ? parseText(each["name"]) : undefined;
    if (!isObject(each) || name === undefined) return [];
    fields.push({ name, value: parseText(each["value"]) ?? "" });
  }
  return fields;
}
