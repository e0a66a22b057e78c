import type { Tenant } from "../../../lib/messages/tenant.ts";
import type { CompareModel } from "../../../lib/models/tokens/compare-model.ts";
import type { TokensModel } from "../../../lib/models/tokens/tokens-model.ts";

/** Lists the tokens of the text to choose from, if it has several. */
export function TokenChoice(props: {
  model: InstanceType<typeof TokensModel>;
  comparison: InstanceType<typeof CompareModel>;
  tenant: Tenant | undefined;
}) {
  const { model, comparison, tenant } = props;
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
      {comparison.isPair.value && comparison.kept.value === undefined ? (
        <button type="button" class="button" onClick={() => void comparison.compareBoth(tenant)}>
          Compare the two tokens
        </button>
      ) : null}
    </fieldset>
  );
}
