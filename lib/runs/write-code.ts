import { isJsonObject, type JsonValue } from "../encoding/json.ts";
import type { Operation, RunSetting, Values } from "./operation.ts";
import { isCall } from "./operation.ts";
import { writePublic } from "./public-values.ts";

/**
 * Writes the call of an operation as code of an application, with promises. A placeholder stands
 * for each value that is not known to be harmless.
 *
 * @returns undefined for an operation that browsers do not offer
 */
export function writeCode(
  operation: Operation,
  values: Values,
  setting: RunSetting,
): string | undefined {
  const call = operation.call(writePublic(operation.fields, values), setting);
  if (!isCall(call)) return undefined;
  const name = call.object === "WebAuth" ? "webAuth" : "management";
  const lines = [`const ${name} = new TenantAuth.${call.object}(${writeValue(call.options)});`];
  const invocation = `${name}.${call.method}(${call.args.map((arg) => writeValue(arg)).join(", ")})`;
  if (operation.leavesFor === undefined) {
    lines.push(
      call.method === "client.buildAuthorizeUrl" || call.method === "crossOriginVerification"
        ? `${call.method === "crossOriginVerification" ? "" : "const url = "}${invocation};`
        : `const result = await ${invocation};`,
    );
  } else lines.push(`await ${invocation};`);
  const atCallback =
    operation.leavesFor === "login"
      ? `const result = await ${name}.parseHash();`
      : call.method === "popup.authorize" && `${name}.popup.callback();`;
  if (atCallback) lines.push("", "// In the page at the callback URL:", atCallback);
  return lines.join("\n");
}

/** Writes a JSON value as a literal of JavaScript, with plain names unquoted. */
function writeValue(value: JsonValue, indent = ""): string {
  if (Array.isArray(value)) return `[${value.map((item) => writeValue(item, indent)).join(", ")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value);
  if (members.length === 0) return "{}";
  const inner = `${indent}  `;
  const lines = members.map(([name, member]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${inner}${key}: ${writeValue(member, inner)},`;
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}
