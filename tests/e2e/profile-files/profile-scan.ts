import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { brotliDecompressSync, constants, inflateRawSync, inflateSync } from "node:zlib";
import { readTableBlocks } from "./level-db-blocks.ts";

/** The encoding of a secret in a file. */
export type Encoding = "utf-8" | "utf-16" | "base64";

/** A secret that was found in a file. */
export interface Finding {
  file: string;
  secret: string;
  encoding: Encoding;
  isCompressed: boolean;
}

/**
 * Returns the base64 of a secret for each of the three alignments, without the characters that
 * depend on the bytes around it.
 */
function encodeAtEachPlace(bytes: Buffer): string[] {
  return [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    // The first characters share bits with the bytes before, the last one with the bytes behind.
    const start = [0, 2, 3][shift] ?? 0;
    const isWhole = (shift + bytes.length) % 3 === 0;
    return text.slice(start, isWhole ? undefined : -1);
  });
}

/** Returns every encoding of a secret that the scan searches for. */
function encodeSecret(secret: string): { encoding: Encoding; bytes: Buffer }[] {
  const inBase64 = ["utf8", "utf16le"] as const;
  const base64 = inBase64.flatMap((name) => encodeAtEachPlace(Buffer.from(secret, name)));
  const alphabets = base64.flatMap((text) => [
    text,
    text.replaceAll("+", "-").replaceAll("/", "_"),
  ]);
  return [
    { encoding: "utf-8", bytes: Buffer.from(secret) },
    { encoding: "utf-16", bytes: Buffer.from(secret, "utf16le") },
    // Some files store text, base64 too, in UTF-16.
    ...[...new Set(alphabets)].flatMap((text) => [
      { encoding: "base64" as const, bytes: Buffer.from(text) },
      { encoding: "base64" as const, bytes: Buffer.from(text, "utf16le") },
    ]),
  ];
}

/** The signature of each compressed format, and the length of its header. */
const formats = [
  { start: Buffer.from([0x1f, 0x8b, 0x08]), inflate: inflateRawSync, measureHead: measureGzipHead },
  {
    start: Buffer.from("PK\u0003\u0004", "latin1"),
    inflate: inflateRawSync,
    measureHead: measureZipHead,
  },
  ...[0x01, 0x5e, 0x9c, 0xda].map((level) => ({
    start: Buffer.from([0x78, level]),
    inflate: inflateSync,
    measureHead: () => 0,
  })),
];

/** Returns the length of a gzip header (RFC 1952, section 2.3): ten bytes and optional fields. */
function measureGzipHead(part: Buffer): number {
  const flags = part.readUInt8(3);
  let size = 10;
  if ((flags & 4) !== 0) size += 2 + part.readUInt16LE(size);
  for (const flag of [8, 16]) if ((flags & flag) !== 0) size = part.indexOf(0, size) + 1;
  return (flags & 2) === 0 ? size : size + 2;
}

/** Returns the length of a zip header (APPNOTE, section 4.3.7): 30 bytes, a name, extra fields. */
function measureZipHead(part: Buffer): number {
  return 30 + part.readUInt16LE(26) + part.readUInt16LE(28);
}

const largestOutput = 64 * 1024 * 1024;

/** Decompresses the blocks of a LevelDB table and every gzip, zlib or zip part of a file. */
function decompressParts(file: Buffer): Buffer[] {
  const parts = readTableBlocks(file);
  const attempt = (work: () => Buffer) => {
    try {
      parts.push(work());
    } catch {
      // The bytes only look like the start of a compressed part.
    }
  };
  const options = { maxOutputLength: largestOutput, finishFlush: constants.Z_SYNC_FLUSH };
  for (const { start, inflate, measureHead } of formats) {
    for (let at = file.indexOf(start); at >= 0; at = file.indexOf(start, at + 1)) {
      const part = file.subarray(at);
      attempt(() => inflate(part.subarray(measureHead(part)), options));
    }
  }
  // A cached response may be brotli, which has no signature: only a whole file is tried.
  if (file.length < 1024 * 1024)
    attempt(() => brotliDecompressSync(file, { maxOutputLength: largestOutput }));
  return parts;
}

/** Searches bytes for secrets, before and after decompression. */
export function scanBytes(file: string, bytes: Buffer, secrets: readonly string[]): Finding[] {
  const places = [
    { bytes, isCompressed: false },
    ...decompressParts(bytes).map((part) => ({ bytes: part, isCompressed: true })),
  ];
  const findings = secrets.flatMap((secret) =>
    encodeSecret(secret).flatMap(({ encoding, bytes: form }) =>
      places
        .filter((place) => place.bytes.includes(form))
        .map(({ isCompressed }) => ({ file, secret, encoding, isCompressed })),
    ),
  );
  const keys = new Set<string>();
  return findings.filter(({ secret, encoding, isCompressed }) => {
    const key = `${encoding} ${String(isCompressed)} ${secret}`;
    return !keys.has(key) && keys.add(key);
  });
}

/** Searches every file below a folder for secrets. */
export async function scanFolder(
  folder: string,
  secrets: readonly string[],
): Promise<{ findings: Finding[]; files: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const findings: Finding[] = [];
  let files = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files += 1;
    findings.push(...scanBytes(relative(folder, path), await readFile(path), secrets));
  }
  return { findings, files };
}

/** Long enough that a random text of this length is never found by chance. */
const pieceLength = 16;

/**
 * Returns the files that contain a piece of a text, raw or in compressed blocks. A text that the
 * browser overwrote in part still counts.
 */
export async function findPieces(folder: string, text: string): Promise<string[]> {
  const pieces: Buffer[] = [];
  for (let at = 0; at + pieceLength <= text.length; at += pieceLength) {
    const piece = text.slice(at, at + pieceLength);
    // Firefox stores text with one or two bytes a character.
    pieces.push(Buffer.from(piece), Buffer.from(piece, "utf16le"));
  }
  return findFiles(folder, (part) => pieces.some((piece) => part.includes(piece)));
}

/** Returns the files below a folder whose bytes, raw or decompressed, satisfy a condition. */
export async function findFiles(
  folder: string,
  holds: (part: Buffer) => boolean,
): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // A running browser removes files while they are listed.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    if ([bytes, ...readTableBlocks(bytes)].some((part) => holds(part)))
      found.push(relative(folder, path));
  }
  return found;
}
