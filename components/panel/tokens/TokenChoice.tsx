import type { Tenant } from "../../../lib/messages/tenant.ts";
import type { TokensModel } from "../../../lib/models/tokens/tokens-model.ts";

/** Lists the tokens of the text to choose from, if it has several. */
export function TokenChoice(props: {
  model: InstanceType<typeof TokensModel>;
  tenant: Tenant | undefined;
}) {
  const { model, tenant } = props;
  if (model.tokens.value.length < 2) return null;
  const choices = model.choices.value;
  return (
    <fieldset class="token-choice">
      <legend>{choices.length} tokens in the text</legend>
      <div class="token-choices">
        {choices.map(({ name, kind }, place) => (
          <label key={`${place} ${name}`}>
            <input
              type="radio"
              name="token-choice"
              checked={place === model.chosen.value}
              onChange={() => void model.choose(place, tenant)}
            />
            {place + 1}. {name ?? "no name"}: {kind}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
