import { buildProgram } from "./pattern-program.ts";
import { readPattern, type Assertion } from "./pattern-syntax.ts";

/** A regular expression whose time grows with the text and no faster, whatever the pattern. */
export interface LinearPattern {
  /** Whether it occurs anywhere in a text; case means nothing. */
  test(text: string): boolean;
}

/** What stands beside a place in the text. */
type Neighbour = "edge" | "word" | "other";

/** The places in the pattern that may be reached after some text; one object for each such set. */
interface State {
  readonly places: readonly number[];
  readonly before: Neighbour;
  /** By class of the next character. */
  readonly next: (State | undefined)[];
}

const MAX_STATES = 1_000;
const MAX_KNOWN_CHARACTERS = 10_000;
const ASCII = 128;

/**
 * Make a pattern of JavaScript's own syntax that can be tried on foreign text. The engine's own
 * matcher goes back and tries again, for some patterns longer than anybody waits, and cannot be
 * interrupted; telling those patterns apart by their looks lets some through. So the pattern is
 * run as an automaton that sees each character once: all places it may be at are followed
 * together, at most some hundred steps a character, and mostly one, for sets of places that were
 * met before are remembered. What cannot be done that way, looking around and referring back, is refused.
 *
 * @throws {PatternError} the message is for people
 * @see K. Thompson, Regular expression search algorithm, CACM 11 (6), 1968
 */
export function createLinearPattern(source: string): LinearPattern {
  const { steps, start, sets } = buildProgram(readPattern(source));
  const isWord = /^\w$/iu;
  /** Characters that no set tells apart are one class: its sets, and whether it is part of a word. */
  const classes: { readonly sets: readonly boolean[]; readonly neighbour: Neighbour }[] = [];
  const classOfLook = new Map<string, number>();
  const classOfAscii: (number | undefined)[] = [];
  const classOfOther = new Map<number, number>();
  const accepted: State = { places: [], before: "other", next: [] };
  let states = new Map<string, State>();

  function classify(codePoint: number): number {
    const known = codePoint < ASCII ? classOfAscii[codePoint] : classOfOther.get(codePoint);
    if (known !== undefined) return known;
    const character = String.fromCodePoint(codePoint);
    const isIn = sets.map((set) => set.test(character));
    const neighbour = isWord.test(character) ? "word" : "other";
    const look = `${neighbour} ${isIn.map(Number).join("")}`;
    const found = classOfLook.get(look) ?? classes.push({ sets: isIn, neighbour }) - 1;
    classOfLook.set(look, found);
    if (codePoint < ASCII) classOfAscii[codePoint] = found;
    else {
      if (classOfOther.size >= MAX_KNOWN_CHARACTERS) classOfOther.clear();
      classOfOther.set(codePoint, found);
    }
    return found;
  }

  function enter(places: ReadonlySet<number>, before: Neighbour): State {
    const sorted = [...places].sort((a, b) => a - b);
    const key = `${before} ${sorted.join()}`;
    const known = states.get(key);
    if (known !== undefined) return known;
    // Forgotten states are only met again at the price of the first time.
    if (states.size >= MAX_STATES) states = new Map();
    const state: State = { places: sorted, before, next: [] };
    states.set(key, state);
    return state;
  }

  /** Every step that can be reached without taking a character; undefined when the pattern is at its end. */
  function follow({ places, before }: State, after: Neighbour): Set<number> | undefined {
    const reached = new Set<number>();
    // A match may begin anywhere.
    const open = [...places, start];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (reached.has(at)) continue;
      reached.add(at);
      const step = steps[at];
      if (step?.kind === "accept") return undefined;
      if (step?.kind === "fork") open.push(step.or, step.to);
      if (step?.kind === "assert" && doesHold(step.holds, before, after)) open.push(step.to);
    }
    return reached;
  }

  function advance(state: State, byClass: number): State {
    const character = classes[byClass];
    const reached = follow(state, character?.neighbour ?? "other");
    if (reached === undefined) return accepted;
    const places = new Set<number>();
    for (const at of reached) {
      const step = steps[at];
      if (step?.kind === "take" && character?.sets[step.set] === true) places.add(step.to);
    }
    return enter(places, character?.neighbour ?? "other");
  }

  return {
    test(text) {
      let state = enter(new Set(), "edge");
      for (let index = 0; index < text.length; index += 1) {
        const unit = text.charCodeAt(index);
        const codePoint = unit < ASCII ? unit : (text.codePointAt(index) ?? unit);
        if (codePoint > 0xffff) index += 1;
        const byClass = classOfAscii[codePoint] ?? classify(codePoint);
        const next = state.next[byClass] ?? advance(state, byClass);
        if (next === accepted) return true;
        state.next[byClass] = next;
        state = next;
      }
      return follow(state, "edge") === undefined;
    },
  };
}

function doesHold(assertion: Assertion, before: Neighbour, after: Neighbour): boolean {
  switch (assertion) {
    case "start":
      return before === "edge";
    case "end":
      return after === "edge";
    case "boundary":
      return (before === "word") !== (after === "word");
    case "no-boundary":
      return (before === "word") === (after === "word");
  }
  return assertion satisfies never;
}
