import type { AuthMessage } from "./message.ts";

/** A value of a message, with its place. Each view and each export masks secrets. */
export interface Evidence {
  /** The message that has the value; missing if no message has it. */
  message?: AuthMessage;
  part:
    | "query"
    | "fragment"
    | "form"
    | "headers"
    | "body"
    | "status"
    | "token-header"
    | "claims"
    | "clock";
  /** The parameter, header, member or claim. */
  name: string;
  value: string;
  /** True if a view masks the value until the user reveals it. */
  isSecret?: boolean;
}
