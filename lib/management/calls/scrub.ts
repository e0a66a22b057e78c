const MAX_SERVICE_MESSAGE = 500;

// Three base64url parts, the first of which opens a JSON object: a token, whoever repeats it.
const TOKEN = /eyJ[\w-]+\.[\w-]+\.[\w-]*/gu;

/** What a service said, fit to be shown: shortened, and without the secrets that were sent to it. */
export function scrub(text: string, secrets: readonly string[] = []): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret !== "") clean = clean.replaceAll(secret, "[removed]");
  }
  clean = clean.replaceAll(TOKEN, "[token removed]").trim();
  return clean.length > MAX_SERVICE_MESSAGE ? `${clean.slice(0, MAX_SERVICE_MESSAGE - 1)}…` : clean;
}
