import * as z from "zod/mini";

const pair = z.object({ name: z.string(), value: z.string() });
export const harSchema = z.object({
  log: z.object({
    version: z.literal("1.2"),
    creator: z.object({ name: z.string(), version: z.string() }),
    comment: z.string(),
    entries: z.array(
      z.object({
        startedDateTime: z.iso.datetime({ offset: true }),
        time: z.number(),
        request: z.object({
          method: z.string(),
          url: z.url(),
          httpVersion: z.string(),
          headers: z.array(pair),
          queryString: z.array(pair),
          postData: z.optional(z.object({ mimeType: z.string(), text: z.string() })),
        }),
        response: z.object({
          status: z.number(),
          statusText: z.string(),
          headers: z.array(pair),
          redirectURL: z.string(),
          _error: z.optional(z.nullable(z.string())),
          content: z.object({ size: z.number(), text: z.optional(z.string()) }),
        }),
        cache: z.object({}),
        timings: z.record(z.string(), z.number()),
      }),
    ),
  }),
});
/** An entry of a captured login, as its HAR file has it. */
export type Entry = z.infer<typeof harSchema>["log"]["entries"][number];

/** The path of a request's URL. */
export const pathOf = ({ request }: Entry): string => new URL(request.url).pathname;

/** Returns true for a success, a redirect, or a change to another protocol. */
export const isGood = (status: number): boolean => status >= 101 && status < 400;

/** Returns true if a message hands tokens or a session of the application to the browser. */
export function endsLogin({ request, response }: Entry): boolean {
  const { text = "" } = response.content;
  const hasTokens = response.status === 200 && /"(?:access|id)_token"\s*:/.test(text);
  const hasFragment = /#(?:.*&)?id_token=/.test(response.redirectURL);
  const hasSession = request.url.endsWith("/api/session") && text.includes('"loggedIn":true');
  return hasTokens || hasFragment || hasSession;
}

/** Returns true for a successful response at a path, whose body has a text. */
export function showsUser(
  entry: Entry,
  { path, text = "" }: { readonly path: string; readonly text?: string },
): boolean {
  const { status, content } = entry.response;
  return status === 200 && pathOf(entry) === path && (content.text ?? "").includes(text);
}
