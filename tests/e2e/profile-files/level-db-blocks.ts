import { decodeSnappy } from "./snappy.ts";

const footerSize = 48;
const magic = Buffer.from("57fb808b247547db", "hex");

/**
 * Returns the decompressed blocks of a sorted table of LevelDB (a file `*.ldb`), or none for
 * another file.
 *
 * @see the LevelDB table format: the footer locates the index, which locates every data block
 */
export function readTableBlocks(file: Buffer): Buffer[] {
  const footer = file.subarray(-footerSize);
  if (file.length < footerSize || !footer.subarray(-magic.length).equals(magic)) return [];
  const [metaOffset, metaSize, indexOffset, indexSize] = readNumbers(footer, 4);
  if (indexOffset === undefined || indexSize === undefined) return [];
  const index = readBlock(file, indexOffset, indexSize);
  const meta = readBlock(file, metaOffset ?? 0, metaSize ?? 0);
  const blocks = [index, meta].filter((block) => block !== undefined);
  for (const value of index === undefined ? [] : readValues(index)) {
    const [offset = 0, size = 0] = readNumbers(value, 2);
    const block = readBlock(file, offset, size);
    if (block !== undefined) blocks.push(block);
  }
  return blocks;
}

/** Reads a block. The byte behind it names its compression: 1 for Snappy. */
function readBlock(file: Buffer, offset: number, size: number): Buffer | undefined {
  const block = file.subarray(offset, offset + size);
  return file[offset + size] === 1 ? decodeSnappy(block) : block;
}

/** Yields the values of a block's entries. The values of the index locate the blocks. */
function* readValues(block: Buffer): Generator<Buffer> {
  if (block.length < 4) return;
  const restarts = block.readUInt32LE(block.length - 4);
  const end = block.length - 4 * (restarts + 1);
  let at = 0;
  while (at < end) {
    const rest = block.subarray(at, end);
    const [, unshared = 0, size = 0] = readNumbers(rest, 3);
    const head = measureNumbers(rest, 3);
    yield rest.subarray(head + unshared, head + unshared + size);
    at += head + unshared + size;
  }
}

/** Decodes varints: seven bits a byte, the lowest first. */
function readNumbers(bytes: Buffer, count: number): number[] {
  const numbers: number[] = [];
  let at = 0;
  while (numbers.length < count && at < bytes.length) {
    let number = 0;
    for (let shift = 0; at < bytes.length; shift += 7) {
      const byte = bytes[at] ?? 0;
      at += 1;
      number += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    numbers.push(number);
  }
  return numbers;
}

/** Returns the length in bytes of the first `count` varints. */
function measureNumbers(bytes: Buffer, count: number): number {
  let at = 0;
  for (let found = 0; found < count && at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) found += 1;
  }
  return at;
}
