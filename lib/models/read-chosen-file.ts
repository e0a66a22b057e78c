import { parseJson } from "../encoding/json.ts";

/** The part of the browser's `File` that an import needs. */
export interface ChosenFile {
  name: string;
  /** In bytes. */
  size: number;
  text(): Promise<string>;
}

/** Much larger than each file that this extension exports. */
const maxFileSize = 1024 * 1024;

/** Reads a chosen file as JSON, or returns the problem with the remedy. */
export async function readChosenFile(
  file: ChosenFile,
): Promise<{ content: unknown } | { problem: string }> {
  if (file.size > maxFileSize) {
    return {
      problem:
        "The file is larger than 1 MB, so it is not an export. Choose a file that this page exported.",
    };
  }
  let text: string;
  try {
    text = await file.text();
  } catch {
    return {
      problem: "Could not read the file. Check that it still exists, then choose it again.",
    };
  }
  const content = parseJson(text.replace(/^\uFEFF/, ""));
  return content === undefined
    ? { problem: "The file is not JSON. Choose a file that this page exported." }
    : { content };
}
