import { describe, expect, test } from "vitest";
import { readFiles } from "../read-files.ts";
import { longFunctions } from "./long-functions.ts";
import { measureSource, type FunctionLength } from "./measure-source.ts";

/** A longer function must be split, without exception. */
const longest = 150;
/** A longer function needs a reason. */
const long = 80;

function listFunctions(folders: readonly string[]): readonly FunctionLength[] {
  const measured = measureSource(readFiles(), folders, folders);
  return measured.folders.flatMap(({ functions }) => functions);
}

describe("the functions of the product", () => {
  test("have at most 150 lines", () => {
    const functions = listFunctions(["lib", "components", "tenant"]);
    expect(functions.length).toBeGreaterThan(1_000);
    expect(functions.filter(({ lines }) => lines > longest)).toEqual([]);
  });

  test("have a reason if they have more than 80 lines", () => {
    const found = listFunctions(["lib", "components", "tenant"])
      .filter(({ lines }) => lines > long)
      .map(({ path, name }) => `${path}: ${name}`);
    expect(found.toSorted()).toEqual(Object.keys(longFunctions).toSorted());
  });
});
