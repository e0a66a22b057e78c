import type { CryptoPort } from "../../auth/index.ts";
import { isJsonObject } from "../../encoding/json.ts";
import { addParameters } from "../../runs/add-parameters.ts";
import { parseParameterLines } from "../../runs/parameter-lines.ts";
import { isPublic } from "../../runs/public-values.ts";
import { isCall, type Operation, type RunSetting, type Values } from "../../runs/operation.ts";
import { writeCode } from "../../runs/write-code.ts";

/** The methods that send one request. The others leave the page, open a window or send none. */
const oneRequestMethods: ReadonlySet<string> = new Set([
  "changePassword",
  "client.oauthToken",
  "client.userInfo",
  "getUser",
  "linkUser",
  "passwordlessStart",
  "patchUserMetadata",
  "signup",
]);

/** The forms in which a call can be copied. */
export interface CopiedForms {
  /** The call as code; undefined for a request that the library does not offer. */
  code: string | undefined;
  /** True if the call is one request. */
  isOneRequest: boolean;
}

/** A call to copy; without a setting, the addresses of the place are not known yet. */
export interface CopiedRun {
  operation: Operation;
  values: Values;
  /** Parameters to add, one `name=value` per line. */
  parameters: string;
  setting: RunSetting | undefined;
}

/** Returns the forms of a call to copy, with harmless values only; none for invalid values. */
export function writeForms({ setting, ...copied }: CopiedRun): CopiedForms {
  const none = { code: undefined, isOneRequest: false };
  if (setting === undefined) return none;
  const operation = addParameterLines(copied);
  try {
    const planned = operation.call(copied.values, setting);
    return {
      code: writeCode(operation, copied.values, setting),
      isOneRequest: !isCall(planned) || oneRequestMethods.has(planned.method),
    };
  } catch {
    // The user has not completed the form.
    return none;
  }
}

/**
 * Writes the request of a call for curl, without secrets. Loads the library, which writes the
 * request.
 */
export async function writeCurlOf(
  { setting, ...copied }: CopiedRun,
  crypto: CryptoPort,
): Promise<string | undefined> {
  if (setting === undefined) return undefined;
  const { writeCurl } = await import("../../runs/write-curl.ts");
  return await writeCurl(addParameterLines(copied), copied.values, setting, crypto);
}

/**
 * Returns the operation with the user's parameters in the options of its call, where an application
 * would write them.
 */
function addParameterLines({ operation, parameters }: Omit<CopiedRun, "setting">): Operation {
  const lines = parseParameterLines(parameters);
  if (!lines.ok || lines.pairs.length === 0) return operation;
  const pairs = lines.pairs.map(([name, value]): [string, string] => [
    name,
    isPublic(name, value) ? value : `<${name}>`,
  ]);
  return {
    ...operation,
    call(values, setting) {
      const planned = operation.call(values, setting);
      if (!isCall(planned)) return addParameters(planned, { values, parameters: pairs, order: [] });
      const [first, ...rest] = planned.args;
      return isJsonObject(first)
        ? { ...planned, args: [{ ...first, ...Object.fromEntries(pairs) }, ...rest] }
        : planned;
    },
  };
}
