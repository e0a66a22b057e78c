import type { FailureCause } from "./management-error.ts";

/** The causes of a refusal in two groups. For display only: untrusted text decides the group. */
export interface ArrangedRefusal {
  /** The causes that match the service's message best; without a message, all causes. */
  readonly first: readonly FailureCause[];
  /** The other causes, which the view collapses. */
  readonly others: readonly FailureCause[];
}

/** Matches words that occur in any refusal, and so do not distinguish causes. */
const commonCauses =
  /^(?:with|this|that|from|have|must|will|been|does|more|than|only|another|value|there|error|invalid|request|service|profile|tenant|each|them|also|every)$/u;
const maxRead = 500;

/** Separates the causes that share the most words with the service's message from the others. */
export function arrangeRefusal(
  serviceMessage: string | undefined,
  causes: readonly FailureCause[],
  field?: string,
): ArrangedRefusal {
  const hasChoice = serviceMessage !== undefined && serviceMessage !== "" && causes.length > 1;
  if (!hasChoice) return { first: causes, others: [] };
  const said = listWords(serviceMessage);
  const named =
    field ??
    findMentionedField(
      serviceMessage,
      causes.flatMap((one) => one.field ?? []),
    );
  const scores = causes.map((cause) => {
    const shared = listWords(`${cause.what} ${cause.check}`).filter((word) => said.includes(word));
    return new Set(shared).size + (cause.field !== undefined && cause.field === named ? 2 : 0);
  });
  const best = Math.max(0, ...scores);
  const isFirst = (place: number) => best > 0 && scores[place] === best;
  return {
    first: causes.filter((_, place) => isFirst(place)),
    others: causes.filter((_, place) => !isFirst(place)),
  };
}

/** Returns the field that the service's message names; undefined for none or several. */
export function findMentionedField(
  serviceMessage: string,
  fields: readonly string[],
): string | undefined {
  const phrases = ` ${split(serviceMessage).join(" ")} `;
  const own = [...new Set(fields)].map((field) => [field, ` ${split(field).join(" ")} `] as const);
  const found = own.filter(([, phrase]) => phrases.includes(phrase));
  // `name` occurs in many messages, so a longer field name that contains it takes precedence.
  const exact = found.filter(
    ([, phrase]) => !found.some(([, longer]) => longer !== phrase && longer.includes(phrase)),
  );
  const [only] = exact;
  return exact.length === 1 ? only?.[0] : undefined;
}

function split(text: string): string[] {
  return text
    .slice(0, maxRead)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Lists the significant words, cut to six letters: "changes" then matches "changed". */
function listWords(text: string): string[] {
  return split(text)
    .filter((word) => word.length >= 4 && !commonCauses.test(word))
    .map((word) => word.slice(0, 6));
}
