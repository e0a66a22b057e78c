import * as z from "zod/mini";
import { parseJson } from "../encoding/json.ts";

/** The member of the sandbox's description that the login button needs. */
const descriptionSchema = z.object({
  users: z.array(z.object({ email: z.string(), password: z.string() })),
});

/** Returns the first user of a description of the sandbox; undefined if it has none. */
export function readFirstUser(text: string): { username: string; password: string } | undefined {
  const description = z.safeParse(descriptionSchema, parseJson(text)).data;
  const first = description?.users[0];
  return first === undefined ? undefined : { username: first.email, password: first.password };
}
