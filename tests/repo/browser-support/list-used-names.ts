import { parseSync, Visitor, type Node } from "oxc-parser";

/** The names that scripts use and that may belong to the browser. */
export interface UsedNames {
  /** Chains as written: `URL.parse`, `e.storage.session.get`, `fetch`. */
  readonly chains: ReadonlySet<string>;
  /** Property names that are read: `toSorted`. */
  readonly properties: ReadonlySet<string>;
  /** Property names that the scripts define themselves. */
  readonly defined: ReadonlySet<string>;
}

/** Lists the names in scripts. Ignores names in strings, such as the name of an algorithm. */
export function listUsedNames(scripts: readonly string[]): UsedNames {
  const chains = new Set<string>();
  const properties = new Set<string>();
  const defined = new Set<string>();
  const define = (key: Node): void => {
    if (key.type === "Identifier") defined.add(key.name);
    if (key.type === "Literal" && typeof key.value === "string") defined.add(key.value);
  };
  for (const script of scripts) {
    const { program, errors } = parseSync("script.js", script, { sourceType: "module" });
    if (errors[0] !== undefined) throw new Error(`A script was not parsed: ${errors[0].message}`);
    new Visitor({
      Identifier: ({ name }) => void chains.add(name),
      MemberExpression(node) {
        const chain = writeChain(node);
        if (chain !== undefined) chains.add(chain);
        if (!node.computed && node.property.type === "Identifier")
          properties.add(node.property.name);
      },
      AssignmentExpression({ left }) {
        if (left.type === "MemberExpression" && !left.computed) define(left.property);
      },
      ObjectExpression(node) {
        for (const part of node.properties) if (part.type === "Property") define(part.key);
      },
      MethodDefinition: ({ key }) => define(key),
      PropertyDefinition: ({ key }) => define(key),
    }).visit(program);
  }
  return { chains, properties, defined };
}

/** Writes `a.b.c` as a chain; undefined if a part of it is computed or called. */
function writeChain(node: Node): string | undefined {
  if (node.type === "Identifier") return node.name;
  if (node.type === "ThisExpression") return "this";
  if (node.type !== "MemberExpression" || node.computed || node.property.type !== "Identifier")
    return undefined;
  const object = writeChain(node.object);
  return `${object ?? ""}.${node.property.name}`;
}
