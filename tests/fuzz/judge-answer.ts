import * as z from "zod/mini";
import type { FuzzRoute } from "./fuzz-route.ts";
import type { World } from "./world.ts";

const managementErrorSchema = z.strictObject({
  statusCode: z.int(),
  error: z.string().check(z.minLength(1)),
  message: z.string().check(z.minLength(1)),
  errorCode: z.optional(z.string()),
  attributes: z.optional(z.strictObject({ error: z.string() })),
});

/** RFC 6749, section 5.2, or the keys of a signup's error. */
const authenticationErrorSchema = z.union([
  z.object({ error: z.string().check(z.minLength(1)) }),
  z.object({ code: z.string().check(z.minLength(1)), statusCode: z.int() }),
]);

const idSchema = z.object({ id: z.string() });
const nextSchema = z.object({ next: z.string() });
const identitiesSchema = z.array(z.object({ provider: z.string(), user_id: z.string() }));

const isManagement = ({ route }: FuzzRoute): boolean => route.includes(" /api/v2/");

/** Returns the problem of a response, if there is one. */
export async function findAnswerProblem(
  route: FuzzRoute,
  answer: Response,
  expected: number | undefined,
): Promise<string | undefined> {
  const { status, headers } = answer;
  if (status >= 500) return `returned ${status}`;
  if (!route.statuses.includes(status)) return `${status} is not documented`;
  if (expected !== undefined && status !== expected)
    return `returned ${status}, expected ${expected}`;
  if (isManagement(route) && headers.get("x-ratelimit-reset") === null)
    return "has no rate limit headers";
  const type = headers.get("content-type") ?? "";
  if (type.startsWith("text/event-stream")) return undefined;
  const text = await answer.clone().text();
  if (/\bat \S+ \(?(?:file|node):/.test(text)) return "contains a stack trace";
  if (status === 204) return text === "" ? undefined : "has a body";
  if (!type.includes("json")) return isManagement(route) ? "is not JSON" : undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "is not JSON";
  }
  if (status < 400) return undefined;
  if (!isManagement(route)) {
    return authenticationErrorSchema.safeParse(value).success
      ? undefined
      : `has another error body: ${text.slice(0, 200)}`;
  }
  const envelope = managementErrorSchema.safeParse(value);
  if (!envelope.success) return `has another error envelope: ${text.slice(0, 200)}`;
  return envelope.data.statusCode === status ? undefined : "has another status in its body";
}

/** Records data of a response for later requests. */
export async function learnFromAnswer(
  world: World,
  route: FuzzRoute,
  url: string,
  answer: Response,
): Promise<void> {
  const isJson = answer.headers.get("content-type")?.includes("json") === true;
  if (!isManagement(route) || !answer.ok || !isJson) return;
  const value: unknown = await answer.clone().json();
  const id = idSchema.safeParse(value).data?.id;
  if (id?.startsWith("tep_") === true) world.exchangeProfiles.push(id);
  if (id?.startsWith("cop_") === true) world.connectionProfiles.push(id);
  const next = nextSchema.safeParse(value).data?.next;
  if (next !== undefined) world.pageCursors.push(next);
  const identities = identitiesSchema.safeParse(value).data ?? [];
  const owner = /\/users\/([^/]+)\//.exec(url)?.[1] ?? "";
  for (const identity of identities.slice(1)) {
    world.linked.push({ owner, id: `auth0%7C${identity.user_id}` });
  }
}
