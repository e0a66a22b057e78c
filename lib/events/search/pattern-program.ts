import { PatternError, type Assertion, type PatternNode } from "./pattern-syntax.ts";

/** One step of a nondeterministic automaton; `to` and `or` are steps' numbers. */
export type Step =
  | { readonly kind: "take"; readonly set: number; readonly to: number }
  | { readonly kind: "fork"; readonly to: number; readonly or: number }
  | { readonly kind: "assert"; readonly holds: Assertion; readonly to: number }
  | { readonly kind: "accept" };

export interface PatternProgram {
  readonly steps: readonly Step[];
  readonly start: number;
  /** What a `take` step compares one character with. */
  readonly sets: readonly RegExp[];
}

/** Each character costs at most so many steps. */
const MAX_STEPS = 600;

const TOO_LARGE =
  "The pattern repeats too much to be searched for. Use smaller numbers of repetitions, or fewer of them inside each other.";

/** @throws {PatternError} when it would have too many steps */
export function buildProgram(pattern: PatternNode): PatternProgram {
  if (measure(pattern) > MAX_STEPS) throw new PatternError(TOO_LARGE);
  const sources: string[] = [];
  const steps: Step[] = [{ kind: "accept" }];
  const start = build(pattern, 0);
  return { steps, start, sets: sources.map((source) => new RegExp(`^(?:${source})$`, "iu")) };

  function add(step: Step): number {
    return steps.push(step) - 1;
  }

  /** Backwards: the step that follows is known, the one to begin with is the result. */
  function build(node: PatternNode, next: number): number {
    switch (node.kind) {
      case "set": {
        const known = sources.indexOf(node.source);
        const set = known >= 0 ? known : sources.push(node.source) - 1;
        return add({ kind: "take", set, to: next });
      }
      case "assertion":
        return add({ kind: "assert", holds: node.holds, to: next });
      case "sequence":
        return node.parts.reduceRight((to, part) => build(part, to), next);
      case "choice":
        return node.options
          .map((option) => build(option, next))
          .reduceRight((or, to) => add({ kind: "fork", to, or }));
      case "repeat":
        return buildRepeat(node, next);
    }
    return node satisfies never;
  }

  function buildRepeat({ of, min, max }: PatternNode & { kind: "repeat" }, next: number): number {
    let at = next;
    if (max === Infinity) {
      // The fork's number has to be known inside of it: it is put in place before its body.
      const fork = add({ kind: "accept" });
      steps[fork] = { kind: "fork", to: build(of, fork), or: next };
      at = fork;
    } else {
      for (let count = min; count < max; count += 1) {
        at = add({ kind: "fork", to: build(of, at), or: next });
      }
    }
    for (let count = 0; count < min; count += 1) at = build(of, at);
    return at;
  }
}

function measure(node: PatternNode): number {
  switch (node.kind) {
    case "set":
    case "assertion":
      return 1;
    case "sequence":
      return node.parts.reduce((sum, part) => sum + measure(part), 0);
    case "choice":
      return node.options.reduce((sum, option) => sum + measure(option) + 1, 0);
    case "repeat": {
      const times = node.max === Infinity ? node.min + 1 : node.max;
      // An empty group repeated a million times is a million forks all the same.
      return (measure(node.of) + 1) * times;
    }
  }
  return node satisfies never;
}
