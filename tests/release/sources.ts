import { join } from "node:path";
import { hashFile, nameZip, readVersion, run } from "./packages.ts";

/** Recorded logins and kept packages are most of the repository, and no build reads them. */
const withoutRecordings = [
  ".",
  ":(exclude)tests/trace-corpus/captures",
  ":(exclude)tests/e2e/last-release/*.zip",
  ":(exclude).ci",
];

/**
 * Archives the sources of the last commit, with instructions to build the packages from them.
 *
 * @param names the packages in the folder, whose hashes the instructions name
 * @returns the name of the zip
 */
export async function archiveSources(folder: string, names: readonly string[]): Promise<string> {
  const version = await readVersion();
  const hashes = await Promise.all(
    names.map(async (name) => `${await hashFile(join(folder, name))}  ${name}`),
  );
  const name = nameZip(version, "sources");
  const prefix = `tenant-inspector-${version}/`;
  run("git", [
    "archive",
    "--format=zip",
    `--output=${join(folder, name)}`,
    `--prefix=${prefix}`,
    `--add-virtual-file=${prefix}BUILDING.md:${writeInstructions(version, hashes)}`,
    "HEAD",
    "--",
    ...withoutRecordings,
  ]);
  return name;
}

function writeInstructions(version: string, hashes: readonly string[]): string {
  const npm = run("npm", ["--version"]).toString().trim();
  const ids = ["CHROME_EXTENSION_ID", "EDGE_EXTENSION_ID"].flatMap((variable) => {
    const id = process.env[variable];
    return id === undefined ? [] : [`${variable}=${id}`];
  });
  return `# Building Tenant Inspector ${version}

These are the sources of the packages of version ${version}, as they are in the repository, without recorded logins. Linux, macOS or
Windows; built on ${process.platform} with Node ${process.versions.node} and npm ${npm}. The project brings this Node itself as an npm package.

\`\`\`sh
npm ci
${[...ids, "npm run packages"].join(" ")}
\`\`\`

The packages are then in \`.output/release\`, with these SHA-256 hashes:

\`\`\`text
${hashes.join("\n")}
\`\`\`

## For reviewers

The build is WXT, which calls Vite. \`wxt.config.ts\` is all of its configuration. Code is minified by Vite's own settings and not obfuscated.

- \`render-without-markup.ts\` changes one library: Preact assigns \`innerHTML\` in one place, for a property that no component uses. The
  build replaces it by \`textContent\`, and fails if Preact no longer has the assignment.
- \`third-party.ts\` notes whose code the bundler put into the package, and writes \`THIRD-PARTY.txt\` from it. It changes nothing.
- \`add-guide.ts\` renders the Markdown of \`docs/guide\` as a static page of the extension.
- \`swap-folder.ts\` is for a browser that has loaded the output of a build. It changes nothing in a package.
- \`identities.ts\` holds the id of each target: a package for a store has no \`key\`, and only its own callback host.
- No script is fetched at run time, and no text becomes code.
`;
}
