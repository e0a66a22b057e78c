/** The maximum size of a file in bytes. */
const maxFileSize = 1024 * 1024;

/** Reads a dropped file, or says why it cannot be read; `advice` tells what to paste instead. */
export async function readTextFile(
  file: File,
  advice: string,
): Promise<{ text: string } | { problem: string }> {
  if (file.size > maxFileSize) return { problem: `${file.name} is larger than 1 MiB. ${advice}` };
  try {
    return { text: await file.text() };
  } catch {
    return { problem: `Could not read ${file.name}. Open it, and paste its text.` };
  }
}
