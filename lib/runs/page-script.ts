import * as z from "zod/mini";
import { parseJson } from "../encoding/json.ts";
import { callOutcomeSchema, memorySchema, type Call, type Memory } from "./call.ts";
import { maxReportsPerRead } from "./placed-run.ts";
import { blockedParts } from "./policy-block.ts";
import { runStepSchema } from "./steps.ts";

/** The maximum length of one answer of the page. */
const maxAnswerText = 8_388_608;

/** One answer of a run in the page: a `PlacedState` of an untrusted page. */
const pageAnswerSchema = z.object({
  steps: z.array(runStepSchema).check(z.maxLength(maxReportsPerRead)),
  isAsking: z.boolean(),
  blocked: z.optional(z.enum(blockedParts)),
  outcome: z.optional(callOutcomeSchema),
  memory: z.optional(memorySchema.check(z.maxLength(100))),
});
export type PageAnswer = z.infer<typeof pageAnswerSchema>;

/**
 * Returns the expression that starts a call in the page and returns the first answer.
 *
 * @param script the placed script: an expression, whose value is a function
 * @param name the name of the run among the page's globals
 */
export function placeExpression(script: string, name: string, call: Call, memory: Memory): string {
  // A JSON text is no literal: a literal with the key __proto__ would lose it.
  const [callText, memoryText] = [call, memory].map((value) => quote(JSON.stringify(value)));
  const given = `${quote(name)}, JSON.parse(${callText}), JSON.parse(${memoryText})`;
  // In a function: a variable of the script would become a global of the page.
  return `(() => {\nconst place = ${script}\n;return place(${given});\n})()`;
}

const quote = (text: string): string => JSON.stringify(text);

/** Returns the expression that returns the next answer, or `""` if the page has no such run. */
export function readExpression(name: string, after: number): string {
  return `globalThis[${quote(name)}]?.read(${after}) ?? ""`;
}

/** Returns the expression that tells if the page has the run. */
export function findExpression(name: string): string {
  return `globalThis[${quote(name)}] !== undefined`;
}

/** Returns the expression that ends the run and removes all of it from the page. */
export function cancelExpression(name: string): string {
  return `globalThis[${quote(name)}]?.cancel(), ""`;
}

/** Parses an answer of the page; undefined for anything else. */
export function parseAnswer(value: unknown): PageAnswer | undefined {
  if (typeof value !== "string" || value.length > maxAnswerText) return undefined;
  try {
    return pageAnswerSchema.safeParse(parseJson(value)).data;
  } catch {
    // A value that is nested too deeply exceeds the stack.
    return undefined;
  }
}
