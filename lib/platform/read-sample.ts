import * as z from "zod/mini";

const samplesSchema = z.record(z.string(), z.unknown());

/** Reads a sample login from the extension's package: the text of a HAR. */
export async function readSample(name: string): Promise<string> {
  const response = await fetch("/samples.json");
  const samples = samplesSchema.parse(await response.json());
  if (samples[name] === undefined) throw new Error("The package has no such sample.");
  return JSON.stringify(samples[name]);
}
