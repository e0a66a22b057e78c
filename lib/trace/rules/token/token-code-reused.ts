import { readParameter } from "../../parameters.ts";
import { sent, statusOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";
import { wasTokenUsed } from "../was-token-used.ts";
import { isRefused, listCodeUses } from "./read-token-requests.ts";

export const tokenCodeReused: Rule = {
  id: "token-code-reused",
  group: "token-endpoint",
  rank: "cause",
  severity: "error",
  title: "The page redeemed the same code twice",
  requirement: "RFC 6749, section 4.1.2",
  judge(prepared) {
    const uses = listCodeUses(prepared);
    const [first] = uses;
    if (first === undefined) return notApplicable;
    const again = uses.slice(1).find((one) => {
      const code = readParameter(one.request, "code");
      return (
        isRefused(one) &&
        uses.some((other) => other !== one && readParameter(other.request, "code") === code)
      );
    });
    if (again === undefined) return passed;
    const gap = Math.abs(again.exchange.startedAt - first.exchange.startedAt);
    const isReload =
      prepared.flow.messages.filter(({ kind }) => kind === "callback").length > 1 && gap > 1000;
    return {
      outcome: "failed",
      ...(wasTokenUsed(prepared, again.exchange) ? { severity: "warning" as const } : {}),
      seen: [
        sent(again, "code"),
        {
          message: again,
          part: "clock",
          name: "time after the first",
          value: `${Math.round(gap)} ms`,
        },
        statusOf(again),
      ],
      why: isReload
        ? "The callback was loaded again with the same code in its URL. A code is valid once; some providers also revoke the tokens of the first use."
        : "A code is valid once; some providers also revoke the tokens of the first use.",
      remedy: isReload
        ? "Replace the URL of the callback after the code is redeemed, for example with history.replaceState."
        : "Redeem the code in one place, and guard it: an effect that runs twice (React's StrictMode) or two listeners redeem it twice.",
    };
  },
};
