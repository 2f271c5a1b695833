import { anthropic } from './anthropic.ts'
import { google } from './google.ts'
import { openai } from './openai.ts'
import { openrouter } from './openrouter.ts'
import type { ReadText, Setting } from '../../core/setting.ts'
import type { OpenProvider, Provider } from './provider.ts'
import { url } from './url.ts'

/** In the order in which they are asked, unless `LLM_PROVIDERS` says otherwise. */
export const PROVIDERS: readonly Provider[] = [url, openrouter, openai, anthropic, google]

export const ORDER = {
  name: 'LLM_PROVIDERS',
  description:
    'Providers in the order in which they are asked, parted by commas. Default: `url,openrouter,openai,anthropic,google`.',
} as const satisfies Setting

/** The providers that the settings set up, in the operator's order. */
export function openProviders(read: ReadText): readonly OpenProvider[] {
  const names = read(ORDER.name)?.split(',') ?? PROVIDERS.map(({ name }) => name)
  return names.flatMap((name) => {
    const provider = PROVIDERS.find((one) => one.name === name.trim())
    return provider?.open(read) ?? []
  })
}

/** What the capabilities of this folder read, for the pages of tools. */
export const MODEL_PROVIDER = 'the language-model provider that the operator set up'
