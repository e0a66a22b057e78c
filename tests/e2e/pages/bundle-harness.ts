import { join } from "node:path";
import { build } from "vite";
import * as z from "zod/mini";

/** The document of the panel in the real DevTools. */
export interface PanelDocument {
  /** Evaluates a function, given as text, with one argument. */
  call(functionText: string, argument: unknown): Promise<unknown>;
}

const builtSchema = z.array(z.object({ output: z.array(z.looseObject({ code: z.string() })) }));

/** Runs a file of this folder in the panel's document, with all that it imports. */
export async function runInPanel(panel: PanelDocument, file: string): Promise<void> {
  const entry = join(import.meta.dirname, file);
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, minify: false, lib: { entry, formats: ["iife"], name: "harness" } },
  });
  const [bundle] = builtSchema.parse(built);
  await panel.call(`() => { ${bundle?.output[0]?.code ?? ""} }`, null);
}
