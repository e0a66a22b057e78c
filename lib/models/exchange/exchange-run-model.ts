import { batch, computed, createModel, signal } from "@preact/signals";
import {
  checkExchange,
  ownParameters,
  type ExchangeOutcome,
} from "../../management/exchange/exchange-schemas.ts";
import type { FieldMessage } from "../../management/field-check.ts";
import type { TokenExchangeProfile } from "../../management/exchange/token-exchange-profile.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import type { CommandResponse } from "../../messages/commands.ts";
import type { Tenant } from "../../messages/tenant.ts";
import { findMentionedField } from "../place-refusal.ts";
import { toFailure, type Failure } from "../failure.ts";
import { placeFieldMessages } from "../field-messages.ts";
import { readIssued, type IssuedResponse } from "./issued-response.ts";
import type { IssuedTokens } from "../tokens/collect-seen-tokens.ts";
import { parseParameters } from "../runs/parse-parameters.ts";
import { readOnly } from "../read-only.ts";

export interface ExchangeRunPort {
  send: CommandSender;
  /** Unix time in ms. */
  now(): number;
  /** Called with the response of each exchange that issued tokens. */
  onIssued?(issued: IssuedTokens): void;
}

/** The fields of one exchange. Only this form holds the secret and the subject token. */
export interface ExchangeRunForm {
  clientId: string;
  clientSecret: string;
  subjectToken: string;
  audience: string;
  scope: string;
  /** One `name=value` per line. */
  parameters: string;
}

export type ExchangeRunState =
  | { kind: "editing" }
  | { kind: "running" }
  /** `sentAt` is the time of the request: Unix time in ms. */
  | { kind: "issued"; issued: IssuedResponse; sentAt: number }
  | { kind: "refused"; refusal: Extract<ExchangeOutcome, { kind: "refused" }>; sentAt: number }
  | { kind: "failed"; failure: Failure };

export type ExchangeForecast = CommandResponse<"token-exchange.forecast">;

const emptyForm: ExchangeRunForm = {
  clientId: "",
  clientSecret: "",
  subjectToken: "",
  audience: "",
  scope: "",
  parameters: "",
};

/** The fields by their parameter names; the service's message may name one of them. */
const exchangeFields = ["subject_token", "client_id", "client_secret", "audience", "scope"];

/** Places a message about one parameter at the field of all parameters. */
function placeParameter({ field, message }: FieldMessage): FieldMessage {
  const name = /^parameters\.(.+)$/.exec(field)?.[1];
  if (name === undefined) return { field, message };
  const text = ownParameters.includes(name)
    ? `${name} is set by the exchange. Remove that line.`
    : `${name}: ${message}`;
  return { field: "parameters", message: text };
}

/** Runs one exchange at a time with a profile, and estimates how many more exchanges may fail. */
export const ExchangeRunModel = createModel((port: ExchangeRunPort) => {
  const target = signal<{ tenant: Tenant; profile: TokenExchangeProfile } | undefined>(undefined);
  const form = signal(emptyForm);
  const state = signal<ExchangeRunState>({ kind: "editing" });
  const wasTried = signal(false);
  const forecast = signal<ExchangeForecast | undefined>(undefined);
  /** Counts profiles and runs: a response of an abandoned run is discarded with its tokens. */
  let current = 0;

  const parameters = computed(() => parseParameters(form.value.parameters));
  const check = computed(() => {
    const { value: typed } = form;
    const { value: read } = parameters;
    return checkExchange({
      client_id: typed.clientId.trim(),
      subject_token: typed.subjectToken.trim(),
      subject_token_type: target.value?.profile.subject_token_type ?? "",
      ...(typed.clientSecret === "" ? {} : { client_secret: typed.clientSecret }),
      ...(typed.audience.trim() === "" ? {} : { audience: typed.audience.trim() }),
      ...(typed.scope.trim() === "" ? {} : { scope: typed.scope.trim() }),
      ...(read.ok && Object.keys(read.values).length > 0 ? { parameters: read.values } : {}),
    });
  });

  const reset = () => {
    current += 1;
    form.value = emptyForm;
    state.value = { kind: "editing" };
    wasTried.value = false;
  };

  return {
    /** The profile of the exchange; undefined while no profile is open. */
    profile: computed(() => target.value?.profile),
    form: readOnly(form),
    state: readOnly(state),
    /** The distance to the limit of failed exchanges; undefined until the worker responds. */
    forecast: readOnly(forecast),
    /** The problem of each field, after the first attempt to run. */
    problems: computed((): Record<string, string> => {
      const { value: checked } = check;
      const { value: read } = parameters;
      const { value: current } = state;
      if (!wasTried.value) return {};
      const serviceMessage =
        current.kind === "refused" ? current.refusal.serviceMessage : undefined;
      const named =
        serviceMessage === undefined
          ? undefined
          : findMentionedField(serviceMessage, exchangeFields);
      return {
        ...(named === undefined
          ? {}
          : { [named]: `Response from the service: “${serviceMessage}”` }),
        ...(checked.ok ? {} : placeFieldMessages(checked.errors.map(placeParameter))),
        ...(read.ok ? {} : { parameters: read.problem }),
      };
    }),

    async open(tenant: Tenant, profile: TokenExchangeProfile): Promise<void> {
      batch(() => {
        reset();
        target.value = { tenant, profile };
        form.value = { ...emptyForm, clientId: tenant.clientId };
        forecast.value = undefined;
      });
      const own = current;
      try {
        const received = await port.send("token-exchange.forecast", { tenantId: tenant.id });
        if (own === current) forecast.value = received;
      } catch {
        // The forecast is optional: the response of an exchange contains it again.
      }
    },

    /** Returns to the previous view, and discards tokens and secrets. */
    close(): void {
      batch(() => {
        reset();
        target.value = undefined;
      });
    },

    set(change: Partial<ExchangeRunForm>): void {
      if (state.peek().kind === "running") return;
      form.value = { ...form.peek(), ...change };
    },

    async run(): Promise<void> {
      wasTried.value = true;
      const at = target.peek();
      const checked = check.peek();
      const isReady = parameters.peek().ok && state.peek().kind !== "running";
      if (at === undefined || !checked.ok || !isReady) return;
      current += 1;
      const own = current;
      state.value = { kind: "running" };
      const sentAt = port.now();
      try {
        const request = { tenantId: at.tenant.id, input: checked.value };
        const { outcome, forecast: received } = await port.send("token-exchange.run", request);
        if (own !== current) return;
        if (outcome.kind === "issued") {
          port.onIssued?.({
            tenant: at.tenant,
            profile: at.profile.name,
            clientId: checked.value.client_id,
            response: outcome.response,
            receivedAt: port.now(),
          });
        }
        batch(() => {
          forecast.value = received;
          state.value =
            outcome.kind === "issued"
              ? { kind: "issued", issued: readIssued(outcome.response, port.now()), sentAt }
              : { kind: "refused", refusal: outcome, sentAt };
        });
      } catch (error) {
        if (own === current) state.value = { kind: "failed", failure: toFailure(error) };
      }
    },

    /** Discards the received tokens; the form is kept. */
    forget(): void {
      if (state.peek().kind !== "running") state.value = { kind: "editing" };
    },
  };
});
