import * as z from "zod/mini";

const pairsSchema = z.array(z.object({ name: z.string(), value: z.string() }));
const harSchema = z.object({
  log: z.object({
    entries: z.array(
      z.object({
        request: z.object({
          url: z.string(),
          headers: pairsSchema,
          postData: z.optional(z.object({ text: z.optional(z.string()) })),
        }),
        response: z.object({
          headers: pairsSchema,
          redirectURL: z.optional(z.string()),
          content: z.optional(z.object({ text: z.optional(z.string()) })),
        }),
      }),
    ),
  }),
});

const secretName =
  /^(?:code|access_token|id_token|refresh_token|code_verifier|client_secret|password|otp|login_ticket|co_verifier|mfa_token|device_code|id_token_hint|subject_token|verifier)$/u;

/** Claims that say nothing about a person. */
const publicClaims =
  /^(?:iss|aud|azp|scope|client_id|acr|amr|org_id|gty|picture|https?:.*|updated_at)$/u;
const claimsSchema = z.record(z.string(), z.unknown());

/**
 * Of a signed JWT whose public claims may stay, the signature and the claims about a person. Of an
 * encrypted one, all but the header. A long one can be split between cookies: the first has four of
 * its five parts.
 */
function listSecretParts(value: string, keepsClaims: boolean): string[] {
  const parts = value.split(".");
  const isJwt = parts.length >= 3 && parts.length <= 5 && value.startsWith("ey");
  if (!isJwt) return [value];
  const claims = keepsClaims ? readClaims(parts[1] ?? "") : undefined;
  if (claims === undefined) return parts.slice(1);
  const personal = Object.entries(claims).flatMap(([name, claim]) =>
    typeof claim === "string" && !publicClaims.test(name) ? [claim] : [],
  );
  return [...parts.slice(2), ...personal];
}

function readClaims(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return claimsSchema.parse(JSON.parse(Buffer.from(part, "base64url").toString()));
  } catch {
    return undefined;
  }
}

/** Returns a text with the decoded parts of its tokens behind it, so that a search finds both. */
export function withDecodedTokens(text: string): string {
  const decoded = Array.from(text.matchAll(/\bey[\w-]{6,}\b/gu), ([part]) =>
    Buffer.from(part, "base64url").toString(),
  );
  return [text, ...decoded].join("\n");
}

/** Error codes under the name `code`, and the token of a page that has none. */
const publicValues = new Set([
  "access_denied",
  "card_declined",
  "invalid_password",
  "invalid_signup",
  "undefined",
]);

/**
 * Lists the secrets of a file by the names under which they were sent, without the redactor.
 *
 * @param options.keepsClaims true if the public claims of a token are no secret
 */
export function listSecrets(
  text: string,
  { keepsClaims = false }: { keepsClaims?: boolean } = {},
): string[] {
  const secrets = new Set<string>();
  const states = new Set<string>();
  const add = (name: string, value: unknown) => {
    if (typeof value !== "string") return;
    if (name === "state") states.add(value);
    if (!secretName.test(name) || publicValues.has(value)) return;
    for (const part of listSecretParts(value, keepsClaims)) if (part.length >= 8) secrets.add(part);
  };
  const addPairs = (encoded: string) => {
    for (const [name, value] of new URLSearchParams(encoded)) add(name, value);
  };
  const addUrl = (url: string) => {
    const parsed = URL.parse(url);
    addPairs(parsed?.search.slice(1) ?? "");
    addPairs(parsed?.hash.slice(1) ?? "");
  };
  const addBody = (body: string) => {
    for (const [, name = "", value] of body.matchAll(/"(\w+)"\s*:\s*"([^"\\]+)"/gu))
      add(name, value);
    if (/^\w+=/u.test(body)) addPairs(body);
  };
  for (const { request, response } of harSchema.parse(JSON.parse(text)).log.entries) {
    addUrl(request.url);
    addUrl(response.redirectURL ?? "");
    addBody(request.postData?.text ?? "");
    addBody(response.content?.text ?? "");
    for (const { name, value } of [...request.headers, ...response.headers]) {
      if (/^location$/iu.test(name)) addUrl(value);
      if (/^authorization$/iu.test(name)) add("access_token", value.split(" ")[1]);
      if (/^(?:set-)?cookie$/iu.test(name)) {
        for (const cookie of value.split(/; */u).slice(0, /^set/iu.test(name) ? 1 : 99)) {
          const own = cookie.slice(cookie.indexOf("=") + 1);
          // A cookie that holds JSON, as auth0-js keeps its login, has secrets by their names.
          const text = decodeURIComponent(decodeURIComponent(own));
          if (/^"?\{/u.test(text)) addBody(text.replaceAll(String.raw`\"`, '"'));
          // A page to return to, as Auth.js keeps it, has secrets in its query alone.
          else if (/^https?:/u.test(text)) addUrl(text);
          else if (own.length >= 16)
            for (const part of listSecretParts(own, keepsClaims))
              if (part.length >= 8) secrets.add(part);
        }
      }
    }
  }
  // A server can keep the state of a login in a cookie. It is in the address for all to see.
  return [...secrets].filter((secret) => !states.has(secret));
}

/** Returns a secret as it is, and as a URL, JSON or base64 could hold it. */
export const encodings = (secret: string): string[] => [
  ...new Set([
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString("base64"),
    Buffer.from(secret).toString("base64url"),
  ]),
];

/** Returns the first part of 16 characters (or the whole secret) that the text contains. */
export function findPart(text: string, secret: string): string | undefined {
  for (const form of encodings(secret)) {
    for (let start = 0; start <= Math.max(0, form.length - 16); start += 1) {
      const part = form.slice(start, start + 16);
      if (text.includes(part)) return part;
    }
  }
  return undefined;
}
