/** The maximum size of a file in bytes. */
const maxFileSize = 1024 * 1024;

/** Reads a dropped file, or says why it cannot be read; `advice` tells what to do instead. */
export async function readFileBytes(
  file: File,
  advice: string,
): Promise<{ bytes: Uint8Array } | { problem: string }> {
  if (file.size > maxFileSize) return { problem: `${file.name} is larger than 1 MiB. ${advice}` };
  try {
    return { bytes: new Uint8Array(await file.arrayBuffer()) };
  } catch {
    return { problem: `Could not read ${file.name}. Open it, and paste its text.` };
  }
}

/** Reads the text of a dropped file. */
export async function readTextFile(
  file: File,
  advice: string,
): Promise<{ text: string } | { problem: string }> {
  const reading = await readFileBytes(file, advice);
  return "bytes" in reading ? { text: new TextDecoder().decode(reading.bytes) } : reading;
}
