import { useId } from "preact/hooks";
import type { EventRule } from "../../../lib/messages/stream-preferences.ts";
import { eventFamilies } from "../../../lib/models/events/event-families.ts";
import type { StreamPreferencesModel } from "../../../lib/models/stream/stream-preferences-model.ts";
import { Notice } from "../../shared/Notice.tsx";

type Model = InstanceType<typeof StreamPreferencesModel>;

const rules: readonly { value: EventRule; label: string }[] = [
  { value: "badge", label: "badge" },
  { value: "notify", label: "badge and notification" },
  { value: "quiet", label: "no badge or notification" },
];

/** Sets the effect of a new event: a default rule, and rules for single types. */
export function EventRules({ model }: { model: Model }) {
  const { defaultRule, rules: own } = model.form.value;
  const known = new Set(eventFamilies.flatMap(({ types }) => types));
  const others = Object.keys(own).filter((type) => !known.has(type));
  const count = Object.keys(own).length;
  return (
    <fieldset>
      <legend>Badge and notifications</legend>
      <RuleField
        label="Default rule"
        value={defaultRule}
        onChange={(rule) => {
          if (rule !== undefined) model.set({ defaultRule: rule });
        }}
      />
      <details>
        <summary>Rules by type ({count === 0 ? "none" : count})</summary>
        <div class="rules">
          {[...known, ...others].map((type) => (
            <RuleField
              key={type}
              label={type}
              value={own[type]}
              hasDefault
              onChange={(rule) => model.setRule(type, rule)}
            />
          ))}
        </div>
      </details>
      {model.wantsNotifications.value ? <Permission model={model} /> : null}
    </fieldset>
  );
}

const inherited = "default";

function RuleField(props: {
  label: string;
  value: EventRule | undefined;
  /** True if the field offers to use the default rule. */
  hasDefault?: boolean;
  onChange: (rule: EventRule | undefined) => void;
}) {
  const id = useId();
  return (
    <div class="rule">
      <label for={id}>{props.label}</label>
      <select
        id={id}
        value={props.value ?? inherited}
        onChange={({ currentTarget }) =>
          props.onChange(rules.find(({ value }) => value === currentTarget.value)?.value)
        }
      >
        {props.hasDefault === true ? <option value={inherited}>default</option> : null}
        {rules.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Shows the state of the notification permission, which a page can request only on a click. */
function Permission({ model }: { model: Model }) {
  switch (model.permission.value) {
    case "unknown":
      return null;
    case "granted":
      return <p class="quiet">Notifications are allowed.</p>;
    case "missing":
      return (
        <Notice severity="warning" help="notifications" title="Notifications are not allowed.">
          <span>
            Until you allow notifications, events with a notification rule are only counted on the
            badge.
          </span>
          <div class="actions">
            <button type="button" class="button" onClick={() => void model.askPermission()}>
              Allow notifications
            </button>
          </div>
        </Notice>
      );
    case "refused":
      return (
        <Notice severity="warning" help="notifications" title="Notifications are off.">
          <span>
            Permission was denied. Events with a notification rule are still counted on the badge.
          </span>
          <div class="actions">
            <button type="button" class="button" onClick={() => void model.askPermission()}>
              Ask again
            </button>
          </div>
        </Notice>
      );
  }
}
