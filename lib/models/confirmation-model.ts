import { batch, computed, createModel, signal } from "@preact/signals";
import type { Tenant } from "../messages/tenant.ts";

/** A change that somebody asked for, and what they should know before it is sent. */
export interface ConfirmationQuestion {
  tenant: Pick<Tenant, "name" | "isReadOnly">;
  /** What would be done, as a question: `Delete the profile "Legacy"?` */
  title: string;
  /** What follows from it, in a sentence or two. */
  consequence?: string;
  /** The words of the button that goes on: "Delete profile". */
  button: string;
  /** True for what cannot be taken back: it is asked for at every tenant, not only at a read-only one. */
  isFinal?: boolean;
}

/** A change that may be sent. Spread it into the command's request: a read-only tenant takes none without it. */
export interface GrantedChange {
  /** The tenant's name, as it was typed. */
  confirmation?: string;
}

/** What the other models need of this one. */
export interface Confirmer {
  /** Resolves with what to add to the command; with undefined when the user thought better of it. */
  ask(question: ConfirmationQuestion): Promise<GrantedChange | undefined>;
}

/** The question that is open, as a view shows it. */
export interface OpenQuestion extends ConfirmationQuestion {
  typed: string;
  /** Why what was typed is not enough; only after somebody tried. */
  problem?: string;
}

/** Stands between a click and a change: a read-only tenant's name is typed first, and what is final is asked for once more. */
export const ConfirmationModel = createModel(() => {
  const question = signal<ConfirmationQuestion | undefined>(undefined);
  const typed = signal("");
  const wasTried = signal(false);
  let settle: (granted: GrantedChange | undefined) => void = () => undefined;

  const isMatching = () => typed.peek().trim() === question.peek()?.tenant.name;

  const end = (granted: GrantedChange | undefined) => {
    batch(() => {
      question.value = undefined;
      typed.value = "";
      wasTried.value = false;
    });
    settle(granted);
    settle = () => undefined;
  };

  return {
    /** What is asked now; undefined when nothing is. */
    open: computed((): OpenQuestion | undefined => {
      const { value: asked } = question;
      const { value: text } = typed;
      const { value: isTried } = wasTried;
      if (asked === undefined) return undefined;
      const isWrong = isTried && text.trim() !== asked.tenant.name;
      const problem = `This is not the tenant's name. Type ${JSON.stringify(asked.tenant.name)}, or cancel.`;
      return { ...asked, typed: text, ...(isWrong ? { problem } : {}) };
    }),

    /** Asks when there is something to ask; a question that was open is answered with a no. */
    ask(asked: ConfirmationQuestion): Promise<GrantedChange | undefined> {
      end(undefined);
      if (!asked.tenant.isReadOnly && asked.isFinal !== true) return Promise.resolve({});
      return new Promise((resolve) => {
        settle = resolve;
        question.value = asked;
      });
    },

    type(text: string): void {
      typed.value = text;
    },

    /** Goes on, when the name is right or was not asked for. */
    confirm(): void {
      const asked = question.peek();
      if (asked === undefined) return;
      if (!asked.tenant.isReadOnly) {
        end({});
        return;
      }
      if (isMatching()) end({ confirmation: typed.peek().trim() });
      else wasTried.value = true;
    },

    cancel(): void {
      end(undefined);
    },
  };
});
