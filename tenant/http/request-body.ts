import * as z from "zod/mini";
import type { TenantRequest } from "./tenant-app.ts";

/** Largest body that any route reads, in bytes. */
export const bodyLimit = 1024 * 1024;

/**
 * Maximum nesting of a body: JSON is serialized recursively, so deeper JSON could overflow the
 * stack.
 */
export const depthLimit = 100;

/** The reason why a body is unreadable. */
type BodyFailure = "too-large" | "too-deep" | "not-json" | "not-form" | "unknown-type";

export type BodyResult = { ok: true; value: unknown } | { ok: false; failure: BodyFailure };

/** Reads a JSON or form body and notes its field names for the log. The value is not validated. */
export async function readBody(c: TenantRequest): Promise<BodyResult> {
  const text = await readBoundedText(c.req.raw);
  if (text === undefined) return { ok: false, failure: "too-large" };
  const result = decodeBody(c.req.header("content-type") ?? "", text);
  if (result.ok && isDeeper(result.value, depthLimit)) return { ok: false, failure: "too-deep" };
  if (result.ok && typeof result.value === "object" && result.value !== null) {
    c.set("bodyFieldNames", Object.keys(result.value).slice(0, 50));
  }
  return result;
}

/** Reads a body; undefined if it is unreadable. */
export async function readBodyValue(c: TenantRequest): Promise<unknown> {
  const body = await readBody(c);
  return body.ok ? body.value : undefined;
}

/** Reads a body and validates it; an unreadable body is treated as a missing one. */
export async function parseBody<Schema extends z.ZodMiniType>(c: TenantRequest, schema: Schema) {
  return z.safeParse(schema, await readBodyValue(c));
}

function decodeBody(contentType: string, text: string): BodyResult {
  const mediaType = contentType.split(";")[0]?.trim().toLowerCase();
  if (mediaType === "application/json") {
    try {
      const value: unknown = JSON.parse(text);
      return { ok: true, value };
    } catch {
      return { ok: false, failure: "not-json" };
    }
  }
  if (mediaType === "application/x-www-form-urlencoded") {
    const value = readForm(new URLSearchParams(text));
    return value === undefined ? { ok: false, failure: "not-form" } : { ok: true, value };
  }
  return { ok: false, failure: "unknown-type" };
}

/** Returns true if a value is nested too deep. Visits level by level: recursion could overflow. */
function isDeeper(value: unknown, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= levels; depth += 1) {
    level = level.flatMap(listMembers);
    if (level.length === 0) return false;
  }
  return true;
}

function listMembers(value: unknown): unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}

async function readBoundedText(request: Request): Promise<string | undefined> {
  if (request.body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > bodyLimit) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

type FormNode = string | FormNode[] | Map<string, FormNode>;

/**
 * Decodes a form into the value that its names describe: `a[b]=1` is an object; `a[]=1` or a
 * repeated name is a list. Returns undefined if names contradict each other or nest too deep.
 */
function readForm(parameters: URLSearchParams): unknown {
  const root = new Map<string, FormNode>();
  for (const [name, value] of parameters) {
    const match = /^([^[\]]+)((?:\[[^[\]]*\]){0,4})$/.exec(name);
    if (match === null) return undefined;
    const inner = [...(match[2] ?? "").matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? "");
    if (!place(root, [match[1] ?? "", ...inner], value)) return undefined;
  }
  return toPlain(root);
}

function place(node: Map<string, FormNode>, path: string[], value: string): boolean {
  const [key = "", next, ...rest] = path;
  const present = node.get(key);
  if (next === undefined || (next === "" && rest.length === 0)) {
    if (present instanceof Map) return false;
    if (Array.isArray(present)) present.push(value);
    else if (present !== undefined) node.set(key, [present, value]);
    else node.set(key, next === undefined ? value : [value]);
    return true;
  }
  if (present !== undefined && !(present instanceof Map)) return false;
  const child = present ?? new Map<string, FormNode>();
  node.set(key, child);
  return place(child, [next, ...rest], value);
}

function toPlain(node: FormNode): unknown {
  if (typeof node === "string") return node;
  if (Array.isArray(node)) return node.map(toPlain);
  return Object.fromEntries([...node].map(([key, value]) => [key, toPlain(value)]));
}
