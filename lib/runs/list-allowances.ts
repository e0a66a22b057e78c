import { isCall, type Operation, type RunSetting, type Values } from "./operation.ts";

/** An address that a list of settings must contain. */
export interface Allowance {
  /** The application whose list it is; absent for the list of the tenant itself. */
  clientId?: string;
  /** The name of the list in the settings. */
  list: "Allowed callback URLs" | "Allowed web origins" | "Allowed logout URLs";
  address: string;
}

/**
 * The methods that the tenant answers only for an allowed origin: embedded login, `checkSession`.
 * A popup's callback page answers its opener, and `crossOriginVerification` requests nothing.
 */
const methodsFromOrigin: ReadonlySet<string> = new Set([
  "checkSession",
  "client.getSSOData",
  "login",
  "passwordlessLogin",
]);

/** Lists the addresses to allow before a run; none while the values are invalid. */
export function listAllowances(
  operation: Operation,
  values: Values,
  setting: RunSetting,
): readonly Allowance[] {
  const allowances: Allowance[] = [];
  try {
    const planned = operation.call(values, setting);
    if (!isCall(planned)) return [];
    const [first] = planned.args;
    const options = { ...planned.options, ...(first instanceof Object ? first : {}) };
    const clientId: unknown = Reflect.get(options, "clientID");
    // Without an application, there is no list to ask about.
    if (clientId === "") return [];
    const owner = typeof clientId === "string" ? { clientId } : {};
    const add = (list: Allowance["list"], address: unknown) => {
      if (typeof address !== "string" || address === "") return;
      allowances.push({ list, address, ...owner });
    };
    if (operation.leavesFor === "logout") {
      add("Allowed logout URLs", Reflect.get(options, "returnTo"));
      return allowances;
    }
    add("Allowed callback URLs", Reflect.get(options, "redirectUri"));
    if (methodsFromOrigin.has(planned.method)) add("Allowed web origins", setting.pageOrigin);
  } catch {
    // The user has not completed the form.
  }
  return allowances;
}
