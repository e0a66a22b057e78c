import { relative, resolve, sep } from "node:path";
import { judgeImport } from "./import-edges.ts";

/** The parts of a syntax tree that these rules use (ESTree with the TypeScript nodes). */
interface SyntaxNode {
  readonly type: string;
  readonly name?: unknown;
  readonly value?: unknown;
  readonly computed?: boolean;
  readonly source?: SyntaxNode | null;
  readonly property?: SyntaxNode;
  readonly callee?: SyntaxNode;
  readonly object?: SyntaxNode;
  readonly left?: SyntaxNode;
  readonly id?: SyntaxNode;
  readonly argument?: SyntaxNode | null;
  readonly importKind?: string;
  readonly exportKind?: string;
}

interface RuleContext {
  readonly filename: string;
  report(descriptor: { readonly node: SyntaxNode; readonly message: string }): void;
}

type Visitor = Record<string, (node: SyntaxNode) => void>;

const root = resolve(import.meta.dirname, "../../..");

/**
 * `import { type T }` counts as code: with verbatimModuleSyntax it keeps an import of the module.
 */
function isTypeOnly(node: SyntaxNode): boolean {
  return node.importKind === "type" || node.exportKind === "type";
}

const importEdgesRule = {
  create(context: RuleContext): Visitor {
    const fromPath = relative(root, context.filename).split(sep).join("/");
    const check = (
      node: SyntaxNode,
      source: SyntaxNode | null | undefined,
      typeOnly: boolean,
    ): void => {
      if (source === null || source === undefined) return;
      const message =
        typeof source.value === "string"
          ? judgeImport(fromPath, source.value, typeOnly)
          : fromPath.startsWith("tests/")
            ? undefined
            : "Write the import target as a plain string, so that the rule can check it.";
      if (message !== undefined) context.report({ node, message });
    };
    const checkStatement = (node: SyntaxNode): void => check(node, node.source, isTypeOnly(node));
    return {
      ImportDeclaration: checkStatement,
      ExportNamedDeclaration: checkStatement,
      ExportAllDeclaration: checkStatement,
      ImportExpression: (node) => check(node, node.source, false),
      TSImportType: (node) => check(node, node.source, true),
    };
  },
};

function nameOfProperty(member: SyntaxNode | undefined): unknown {
  if (member?.type !== "MemberExpression") return undefined;
  return member.computed === true ? member.property?.value : member.property?.name;
}

const htmlSinks: readonly unknown[] = [
  "innerHTML",
  "outerHTML",
  "insertAdjacentHTML",
  "srcdoc",
  "dangerouslySetInnerHTML",
];

const noHtmlSinkRule = {
  create(context: RuleContext): Visitor {
    const report = (node: SyntaxNode, name: unknown): void => {
      if (htmlSinks.includes(name)) {
        context.report({
          node,
          message: `${String(name)} turns text into markup: render it as text instead.`,
        });
      }
    };
    return {
      MemberExpression: (node) => report(node, nameOfProperty(node)),
      JSXAttribute: (node) => {
        const attribute = node.name;
        if (typeof attribute === "object" && attribute !== null && "name" in attribute)
          report(node, attribute.name);
      },
    };
  },
};

const noSignalWriteRule = {
  create(context: RuleContext): Visitor {
    const check = (node: SyntaxNode, target: SyntaxNode | null | undefined): void => {
      if (nameOfProperty(target ?? undefined) === "value") {
        context.report({
          node,
          message: "A view must not write a signal or a field: call a method of its model instead.",
        });
      }
    };
    return {
      AssignmentExpression: (node) => check(node, node.left),
      UpdateExpression: (node) => check(node, node.argument),
    };
  },
};

/** An abbreviation such as JWT, or words joined by underscores. */
const upperCaseName = /^[A-Z][A-Z\d]+(?:_[A-Z\d]+)*$/u;

const camelCaseConstantsRule = {
  create(context: RuleContext): Visitor {
    return {
      VariableDeclarator: ({ id }) => {
        if (typeof id?.name === "string" && upperCaseName.test(id.name)) {
          context.report({ node: id, message: `Write ${id.name} in camelCase, as each constant.` });
        }
      },
    };
  },
};

const plugin = {
  meta: { name: "repo" },
  rules: {
    "camel-case-constants": camelCaseConstantsRule,
    "import-edges": importEdgesRule,
    "no-html-sink": noHtmlSinkRule,
    "no-signal-write": noSignalWriteRule,
  },
};

export default plugin;
