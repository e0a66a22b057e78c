// Usage: npm run record:samples
// Writes the samples of the Trace tab: captures of the corpus, exported as the Trace tab does it.
// They share a file, and so the words that a package compresses.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { samples } from "../../lib/models/trace/samples.ts";
import { writeSample } from "./write-sample.ts";

const texts = await Promise.all(
  samples.map(async ({ name }) => `${JSON.stringify(name)}:${await writeSample(name)}`),
);
await writeFile(join(import.meta.dirname, "../../public/samples.json"), `{${texts.join(",")}}\n`);
