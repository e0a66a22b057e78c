import { openStage, type RecordingStage, type Stage } from "./stage.ts";
import { startProvider, type CorpusProvider } from "./scene-parts/provider.ts";

/** The port of the second provider, beside those of the first stage. */
const providerPort = 4463;

/** The first stage, with a provider of another make beside its tenant. */
export interface ProviderStage extends Stage {
  readonly provider: CorpusProvider;
}

export type ProviderScene = (stage: ProviderStage) => Promise<void>;

export type ProviderScenes = Readonly<Record<string, ProviderScene>>;

/** Opens the first stage and starts the provider. */
export async function openProviderStage(): Promise<RecordingStage & ProviderStage> {
  const provider = await startProvider(providerPort);
  try {
    const stage = await openStage();
    return {
      ...stage,
      provider,
      async close() {
        await stage.close();
        await provider.close();
      },
    };
  } catch (error) {
    await provider.close();
    throw error;
  }
}
