import { posix } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import type { FileText } from "../read-files.ts";

/** A function and its length, from its first line to its last. */
export interface FunctionLength {
  readonly path: string;
  readonly name: string;
  readonly line: number;
  readonly lines: number;
}

/** The figures of one folder of the root. */
export interface FolderFigures {
  readonly folder: string;
  readonly files: number;
  readonly lines: number;
  readonly medianFile: number;
  readonly longestFile: { readonly path: string; readonly lines: number };
  /** The longest functions first. */
  readonly functions: readonly FunctionLength[];
  readonly longCommentLines: number;
}

export interface SourceFigures {
  readonly folders: readonly FolderFigures[];
  /** Groups of files that import each other, directly or through others; types count as well. */
  readonly circles: readonly (readonly string[])[];
  /**
   * Exported values that no other file of the product imports, as `path: name`. A type belongs to
   * the values that name it.
   */
  readonly uncalledExports: readonly string[];
  /** The files that exactly one other file of the product imports. */
  readonly singleUses: readonly SingleUse[];
}

/** A file with one importer. */
export interface SingleUse {
  readonly path: string;
  readonly lines: number;
  readonly importer: string;
}

const widestComment = 100;
const scriptFile = /\.tsx?$/;

interface ParsedFile extends FileText {
  readonly folder: string;
  readonly lineStarts: readonly number[];
  readonly functions: readonly FunctionLength[];
  readonly longCommentLines: number;
  /** The imported names by file, with `*` for a whole module or its default export. */
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
  readonly exports: readonly string[];
}

/**
 * Measures TypeScript sources.
 *
 * @param files every file whose imports count; files outside of `folders` (such as entry points)
 *   count only as importers
 * @param folders the folders at the root that are measured
 * @param product the folders whose imports make an export used
 */
export function measureSource(
  files: readonly FileText[],
  folders: readonly string[],
  product: readonly string[],
): SourceFigures {
  const parsed = files.filter(({ path }) => scriptFile.test(path)).map(parseFile);
  const productFiles = parsed.filter(({ folder }) => product.includes(folder));
  return {
    folders: folders.map((folder) =>
      measureFolder(
        folder,
        parsed.filter((file) => file.folder === folder),
      ),
    ),
    circles: findCircles(parsed),
    uncalledExports: findUncalledExports(productFiles),
    singleUses: findSingleUses(productFiles),
  };
}

function findSingleUses(files: readonly ParsedFile[]): SingleUse[] {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of files) {
    for (const target of imports.keys())
      importers.set(target, [...(importers.get(target) ?? []), path]);
  }
  return files.flatMap(({ path, lineStarts }) => {
    const [importer, ...others] = importers.get(path) ?? [];
    if (importer === undefined || others.length > 0) return [];
    return [{ path, lines: lineStarts.length - 1, importer }];
  });
}

function measureFolder(folder: string, files: readonly ParsedFile[]): FolderFigures {
  const lengths = files
    .map(({ path, lineStarts }) => ({ path, lines: lineStarts.length - 1 }))
    .toSorted((one, other) => one.lines - other.lines);
  return {
    folder,
    files: files.length,
    lines: sum(lengths.map(({ lines }) => lines)),
    medianFile: lengths[Math.floor(lengths.length / 2)]?.lines ?? 0,
    longestFile: lengths.at(-1) ?? { path: "", lines: 0 },
    functions: files
      .flatMap(({ functions }) => functions)
      .toSorted((one, other) => other.lines - one.lines),
    longCommentLines: sum(files.map(({ longCommentLines }) => longCommentLines)),
  };
}

function parseFile({ path, text }: FileText): ParsedFile {
  const { program, comments, module } = parseSync(path, text);
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineOf = (offset: number): number =>
    lineStarts.findLastIndex((start) => start <= offset) + 1;
  const functions: FunctionLength[] = [];
  const names = new Map<number, string>();
  const note = (node: { start: number; end: number; id?: { name: string } | null }): void => {
    const line = lineOf(node.start);
    const name = node.id?.name ?? names.get(node.start) ?? "(anonymous)";
    functions.push({ path, name, line, lines: lineOf(node.end) - line + 1 });
  };
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier" && init) names.set(init.start, id.name);
    },
    MethodDefinition({ key, value }) {
      names.set(value.start, text.slice(key.start, key.end));
    },
    PropertyDefinition({ key, value }) {
      if (value) names.set(value.start, text.slice(key.start, key.end));
    },
    Property({ key, value }) {
      names.set(value.start, text.slice(key.start, key.end));
    },
    // A function that is an argument, as of `createModel`, has the name of the result or of the
    // call.
    CallExpression({ start, callee, arguments: given }) {
      const name = names.get(start) ?? text.slice(callee.start, callee.end).slice(0, 40);
      for (const argument of given) names.set(argument.start, name);
    },
    FunctionDeclaration: note,
    FunctionExpression: note,
    ArrowFunctionExpression: note,
  }).visit(program);
  const longCommentLines = new Set<number>();
  for (const { start, end } of comments) {
    for (let line = lineOf(start); line <= lineOf(end); line += 1) {
      const width = (lineStarts[line] ?? text.length + 1) - 1 - (lineStarts[line - 1] ?? 0);
      if (width > widestComment) longCommentLines.add(line);
    }
  }
  return {
    path,
    text,
    folder: path.split("/", 1)[0] ?? "",
    lineStarts,
    functions,
    longCommentLines: longCommentLines.size,
    ...readModule(path, text, module),
  };
}

type Module = ReturnType<typeof parseSync>["module"];

function readModule(
  path: string,
  text: string,
  module: Module,
): Pick<ParsedFile, "imports" | "exports"> {
  const imports = new Map<string, Set<string>>();
  const add = (request: string, name: string | null | undefined): void => {
    if (!request.startsWith(".")) return;
    const target = posix.join(posix.dirname(path), request);
    imports.set(target, (imports.get(target) ?? new Set()).add(name ?? "*"));
  };
  for (const { moduleRequest, entries } of module.staticImports) {
    for (const { importName } of entries) add(moduleRequest.value, importName.name);
    if (entries.length === 0) add(moduleRequest.value, "*");
  }
  for (const { moduleRequest } of module.dynamicImports)
    add(text.slice(moduleRequest.start + 1, moduleRequest.end - 1), "*");
  const exports: string[] = [];
  const entries = module.staticExports.flatMap((statement) => statement.entries);
  for (const { moduleRequest, importName, exportName, isType } of entries) {
    if (moduleRequest !== null) add(moduleRequest.value, importName.name);
    if (typeof exportName.name === "string" && !isType) exports.push(exportName.name);
  }
  return { imports, exports };
}

function findUncalledExports(files: readonly ParsedFile[]): string[] {
  const called = new Map<string, Set<string>>();
  for (const { imports } of files)
    for (const [target, names] of imports)
      called.set(target, new Set([...(called.get(target) ?? []), ...names]));
  return files.flatMap(({ path, folder, exports }) => {
    // The browser calls the default export of an entry point.
    if (folder === "entrypoints") return [];
    const names = called.get(path) ?? new Set();
    if (names.has("*")) return [];
    return exports.filter((name) => !names.has(name)).map((name) => `${path}: ${name}`);
  });
}

/** Strongly connected components of more than one file (Tarjan 1972). */
function findCircles(files: readonly ParsedFile[]): string[][] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (path: string): void => {
    order.set(path, order.size);
    lowest.set(path, order.size - 1);
    stack.push(path);
    for (const target of byPath.get(path)?.imports.keys() ?? []) {
      if (!byPath.has(target)) continue;
      if (!order.has(target)) visit(target);
      else if (!stack.includes(target)) continue;
      lowest.set(path, Math.min(lowest.get(path) ?? 0, lowest.get(target) ?? 0));
    }
    if (lowest.get(path) !== order.get(path)) return;
    const circle = stack.splice(stack.indexOf(path));
    if (circle.length > 1) circles.push(circle.toSorted());
  };
  for (const { path } of files) if (!order.has(path)) visit(path);
  return circles.toSorted((one, other) => other.length - one.length);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
