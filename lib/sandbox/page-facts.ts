import * as z from "zod/mini";
import type { SubmittedForm } from "./user-agent.ts";

/**
 * The task that a page of the tenant does by script. It stands in the page as JSON, so that a
 * program that runs no script can do it as well.
 */
export const pageTaskSchema = z.discriminatedUnion("task", [
  /** Submits the page's one form. */
  z.object({ task: z.literal("submit") }),
  /** Posts a message to the window that opened or framed the page. */
  z.object({
    task: z.literal("post"),
    targetOrigin: z.string(),
    message: z.record(z.string(), z.unknown()),
  }),
  /** Asks a page of the application for a proof. Nothing here plays that page. */
  z.object({ task: z.literal("verify") }),
]);

export type PageTask = z.infer<typeof pageTaskSchema>;

/** The parts of a page that a program uses. */
export interface PageFacts {
  title: string;
  /** The URLs of its style sheets. */
  styles: readonly string[];
  task?: PageTask;
  /** The page's first form. */
  form?: SubmittedForm;
}

/** Reads a page. */
export type ReadPage = (html: string, url: string) => PageFacts;
