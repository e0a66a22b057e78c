import type { FileText } from "./read-files.ts";

/** npm's own commands, which a document can name without a script of that name. */
const npmCommands: readonly string[] = ["ci", "install", "help"];

/** Lists the scripts that a text tells its reader to run: `npm run x`, `npm start`, `npm test`. */
export function findNpmCommands(text: string): string[] {
  const names = new Set<string>();
  for (const match of text.matchAll(/\bnpm (?:(run) )?([a-z][\w:-]*)/g)) {
    const name = match[2] ?? "";
    if (match[1] === "run" || ["start", "test"].includes(name))
      names.add(name.replace(/[:-]+$/, ""));
    else if (!npmCommands.includes(name)) names.add(`npm ${name}`);
  }
  return [...names];
}

/** Reports commands in documents that package.json does not have. */
export function checkCommands(
  documents: readonly FileText[],
  scripts: readonly string[],
): string[] {
  return documents.flatMap(({ path, text }) =>
    findNpmCommands(text)
      .filter((name) => !scripts.includes(name))
      .map((name) => `${path} names ${name}, which is not a script of package.json.`),
  );
}

/** Reports folder READMEs that are missing, or shorter or longer than 3 to 10 lines. */
export function checkFolderReadmes(
  folders: readonly string[],
  files: readonly FileText[],
): string[] {
  return folders.flatMap((folder) => {
    const readme = files.find(({ path }) => path === `${folder}/README.md`);
    if (readme === undefined) return [`${folder} has no README.md.`];
    const lines = readme.text.trimEnd().split("\n").length;
    return lines < 3 || lines > 10
      ? [`${folder}/README.md has ${lines} lines; expected 3 to 10.`]
      : [];
  });
}

/**
 * Reports paths of a developer's machine; `ownPaths` are those of the current machine. Made-up home
 * folders can have the names of Ada and Grace, the tenant's users.
 */
export function checkMachinePaths(
  files: readonly FileText[],
  ownPaths: readonly string[],
): string[] {
  const general =
    /(?<![\w.~-])\/(?:home|Users|root)\/(?!(?:ada|grace)\b)\w[\w./-]*|\b[A-Z]:\\Users\\(?!(?:ada|grace)\b)\w+/;
  return files.flatMap(({ path, text }) => {
    const own = ownPaths.find((ownPath) => text.includes(ownPath));
    const found = own ?? general.exec(text)?.[0];
    return found === undefined
      ? []
      : [`${path} contains a path of a developer's machine: ${found}.`];
  });
}

/**
 * Reports registry URLs in a lock file. There should be none, so that the reader can choose the
 * registry.
 */
export function findRegistryHosts(lockFile: string): string[] {
  const hosts = [...lockFile.matchAll(/"resolved":\s*"(?:git\+)?[a-z]+:\/\/([^/"]+)/g)].map(
    (match) => match[1] ?? "",
  );
  return [...new Set(hosts)];
}

/** Lists the dependencies that are not pinned to one version. */
export function findUnpinned(dependencies: Readonly<Record<string, string>>): string[] {
  return Object.entries(dependencies)
    .filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    .map(([name]) => name);
}

/** Joins the texts of the product in one line: JSX breaks them where the code is formatted. */
export function joinProductTexts(files: readonly FileText[]): string {
  return files
    .filter(({ path }) => /^(?:components|lib|entrypoints|public)\/.*\.(?:tsx?|json)$/.test(path))
    .map(({ text }) => text)
    .join(" ")
    .replaceAll(/\s+/g, " ");
}

/** The ways in which a document marks a label of the product. */
const marks = { bold: /\*\*(.+?)\*\*/g, quoted: /"([^"]+)"/g } as const;

/**
 * Lists the labels that documents set in bold or quote, and that the product does not contain as
 * whole words.
 */
export function findForeignLabels(
  documents: readonly FileText[],
  product: string,
  mark: keyof typeof marks = "bold",
): string[] {
  return documents.flatMap(({ path, text }) =>
    [...text.replaceAll(/\s+/g, " ").matchAll(marks[mark])]
      .map(([, label = ""]) => label)
      .filter((label) => !containsWords(product, label))
      .map((label) => `${path}: ${label}`),
  );
}

function containsWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const around = `${text.charAt(at - 1)} ${text.charAt(at + words.length)}`;
    if (!/\w/.test(around)) return true;
  }
  return false;
}

/** Lists the files to which documents link, from the root of the repository. */
export function listLinkedFiles(documents: readonly FileText[]): string[] {
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\(([^)#]+)/g)]
      .map(([, href = ""]) => new URL(href, `file:///${path}`))
      .filter(({ protocol }) => protocol === "file:")
      .map(({ pathname }) => pathname.slice(1)),
  );
}

/** Reports links to files that do not exist. Pictures are not among the files that tests read. */
export function findMissingLinks(
  documents: readonly FileText[],
  files: readonly FileText[],
): string[] {
  const known = new Set(files.map(({ path }) => path));
  return listLinkedFiles(documents).filter((path) => !path.endsWith(".png") && !known.has(path));
}
