// Usage: npm run figures
// Prints the size of the code and its hard places. The number of lines is not a target. After it,
// tests/figures prints through how many files and functions four actions run.
import { dirname } from "node:path";
import { readFiles } from "../read-files.ts";
import { measureSource, type FolderFigures } from "./measure-source.ts";

const measured = ["lib", "components", "tenant", "tests"];
const product = ["lib", "components", "tenant", "entrypoints"];
const longFunction = 80;
const veryLongFunction = 150;

const smallFile = 60;

const { folders, circles, uncalledExports, singleUses } = measureSource(
  readFiles(),
  measured,
  product,
);

function describeFolder({ folder, functions, ...figures }: FolderFigures): string {
  const [longest] = functions;
  const count = (limit: number): number => functions.filter(({ lines }) => lines > limit).length;
  return [
    `${folder}: ${figures.lines} lines in ${figures.files} files`,
    `  files: median ${figures.medianFile}, longest ${figures.longestFile.lines} (${figures.longestFile.path})`,
    `  longest function: ${longest?.lines} (${longest?.name}, ${longest?.path}:${longest?.line})`,
    `  functions over ${veryLongFunction} lines: ${count(veryLongFunction)}, over ${longFunction}: ${count(longFunction)}`,
    `  comment lines over 100 columns: ${figures.longCommentLines}`,
  ].join("\n");
}

for (const figures of folders) console.log(describeFolder(figures));
for (const { folder, functions } of folders) {
  if (folder === "tests") continue;
  for (const { path, name, line, lines } of functions)
    if (lines > longFunction) console.log(`  ${lines}  ${name}  ${path}:${line}`);
}
console.log(`circles: ${circles.length}`);
for (const circle of circles) console.log(`  ${circle.length} files: ${circle.join(" ")}`);
console.log(`exports without a caller in the product: ${uncalledExports.length}`);
for (const name of uncalledExports) console.log(`  ${name}`);
const inLib = singleUses.filter(({ path }) => path.startsWith("lib/"));
const besides = inLib.filter(
  ({ path, lines, importer }) => lines < smallFile && dirname(path) === dirname(importer),
);
console.log(`files of lib with one importer: ${inLib.length}`);
console.log(`  under ${smallFile} lines, and beside it: ${besides.length}`);
for (const { path, lines } of besides) console.log(`  ${lines}  ${path}`);
