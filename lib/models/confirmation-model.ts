import { batch, computed, createModel, signal } from "@preact/signals";
import type { Tenant } from "../messages/tenant.ts";

/** A question that the user must confirm before a change is sent. */
export interface ConfirmationQuestion {
  tenant: Pick<Tenant, "name" | "isReadOnly">;
  /** The change as a question: `Delete the profile "Legacy"?` */
  title: string;
  /** The consequence, in one or two sentences. */
  consequence?: string;
  /** The label of the button that confirms: "Delete profile". */
  button: string;
  /**
   * True for a change without undo: it needs a confirmation at every tenant, not only at a
   * read-only one.
   */
  isFinal?: boolean;
}

/** A confirmed change. Spread it into the command's request: a read-only tenant requires it. */
export interface GrantedChange {
  /** The name of the tenant as the user typed it. */
  confirmation?: string;
}

/** The part of the model that other models need. */
export interface Confirmer {
  /** Resolves with the members to add to the command's request; undefined if the user cancelled. */
  request(question: ConfirmationQuestion): Promise<GrantedChange | undefined>;
}

/** The open question as a view shows it. */
export interface OpenQuestion extends ConfirmationQuestion {
  typed: string;
  /** The problem of the typed name; present only after an attempt to confirm. */
  problem?: string;
}

/**
 * Asks for a confirmation before a change. A read-only tenant requires its name, and a final change
 * requires a second click.
 */
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
    /** The open question; undefined if there is none. */
    open: computed((): OpenQuestion | undefined => {
      const { value: asked } = question;
      const { value: text } = typed;
      const { value: isTried } = wasTried;
      if (asked === undefined) return undefined;
      const isWrong = isTried && text.trim() !== asked.tenant.name;
      const problem = `This is not the tenant's name. Type ${JSON.stringify(asked.tenant.name)}, or cancel.`;
      return { ...asked, typed: text, ...(isWrong ? { problem } : {}) };
    }),

    /**
     * Opens the question if the change needs a confirmation. Cancels a question that is still open.
     */
    request(asked: ConfirmationQuestion): Promise<GrantedChange | undefined> {
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

    /** Confirms the change if the name is right or not required. */
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
