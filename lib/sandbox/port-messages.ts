import * as z from "zod/mini";

/** The methods of `runtime.Port` that a request needs. */
export interface SandboxPort {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onDisconnect(listener: () => void): void;
  disconnect(): void;
}

const headersSchema = z.array(z.tuple([z.string(), z.string()]));

/** Bytes as text: each character is a byte. Ports of extensions carry JSON only. */
const bytesSchema = z.string().check(z.refine((text) => !/[^\p{ASCII}\u0080-\u00ff]/u.test(text)));

/** A request: the answer to the first message on its port. */
export const sentRequestSchema = z.object({
  kind: z.literal("request"),
  url: z.url(),
  method: z.string().check(z.regex(/^[A-Z]{1,20}$/u)),
  /** All headers, also those that a page cannot set, such as `Origin`. */
  headers: headersSchema,
  body: z.exactOptional(bytesSchema),
  /** True if the sandbox's cookies go with the request, and those of the response are kept. */
  hasCookies: z.boolean(),
});

export type SentRequest = z.infer<typeof sentRequestSchema>;

/** Asks for the next piece of the body. */
export const pullSchema = z.object({ kind: z.literal("pull") });

/**
 * The messages of a responder, in this order: that it is ready for the request, a head, a piece for
 * each pull, an end.
 */
export const responseMessageSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready") }),
  z.object({
    kind: z.literal("head"),
    status: z.int().check(z.minimum(200), z.maximum(599)),
    /** With each `Set-Cookie`, which the Fetch standard hides from a reader. */
    headers: headersSchema,
    hasBody: z.boolean(),
  }),
  z.object({ kind: z.literal("piece"), bytes: bytesSchema }),
  z.object({ kind: z.literal("end") }),
  z.object({ kind: z.literal("broken") }),
]);

export type ResponseMessage = z.infer<typeof responseMessageSchema>;

/** Returns bytes as text; a call of `fromCharCode` takes a limited number of arguments. */
export function toByteText(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return text;
}

/** Returns the bytes of a text of `toByteText`. */
export function fromByteText(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
