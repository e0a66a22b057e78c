import type { FailureCause } from "./management-error.ts";

/** A refusal as it is shown; nothing is decided by it, for its order follows foreign words. */
export interface ArrangedRefusal {
  /** The causes that the service's words point to, or all of them where it has no words. */
  readonly first: readonly FailureCause[];
  /** The other causes, folded. */
  readonly others: readonly FailureCause[];
}

/** Words that any refusal holds. */
const COMMON =
  /^(?:with|this|that|from|have|must|will|been|does|more|than|only|another|value|there|error|invalid|request|service|profile|tenant|each|them|also|every)$/u;
const MAX_READ = 500;

/** Returns the causes that share most words with the service's sentence, and the others. */
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

/** Returns the one of a form's fields that the service's sentence names; undefined for none and for several. */
export function findMentionedField(
  serviceMessage: string,
  fields: readonly string[],
): string | undefined {
  const phrases = ` ${split(serviceMessage).join(" ")} `;
  const own = [...new Set(fields)].map((field) => [field, ` ${split(field).join(" ")} `] as const);
  const found = own.filter(([, phrase]) => phrases.includes(phrase));
  // `name` is a word of many sentences: a longer name that holds it goes before it.
  const exact = found.filter(
    ([, phrase]) => !found.some(([, longer]) => longer !== phrase && longer.includes(phrase)),
  );
  const [only] = exact;
  return exact.length === 1 ? only?.[0] : undefined;
}

function split(text: string): string[] {
  return text
    .slice(0, MAX_READ)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** The words that tell causes apart, by their stems' beginnings. */
function listWords(text: string): string[] {
  return split(text)
    .filter((word) => word.length >= 4 && !COMMON.test(word))
    .map((word) => word.slice(0, 6));
}
