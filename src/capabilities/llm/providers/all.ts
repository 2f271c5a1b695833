import { z } from 'zod'
import { readSetting, type ReadText, type Setting } from '../../../base/core/setting.ts'
import { anthropic } from './anthropic.ts'
import { google } from './google.ts'
import { local } from './local.ts'
import { openai } from './openai.ts'
import { openrouter } from './openrouter.ts'
import type { OpenProvider, Provider } from './provider.ts'
import { url } from './url.ts'

/** In the order in which they are asked, unless `LLM_PROVIDERS` says otherwise. */
export const PROVIDERS: readonly Provider[] = [local, url, openrouter, openai, anthropic, google]

const DEFAULT_ORDER = PROVIDERS.map(({ name }) => name).join(',')

export const ORDER = {
  name: 'LLM_PROVIDERS',
  description: `Providers in the order in which they are asked. Default: \`${DEFAULT_ORDER}\`.`,
  schema: z.string().refine((text) => namesIn(text).every(isProvider), {
    error: `must list names among ${PROVIDERS.map(({ name }) => name).join(', ')}, parted by commas`,
  }),
} as const satisfies Setting<string>

/** The name that `local` had before; it is taken for one version. */
const FORMER_LOCAL = 'house'

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .map((name) => (name === FORMER_LOCAL ? local.name : name))

const isProvider = (name: string): boolean => PROVIDERS.some((one) => one.name === name)

/** The providers that the settings set up, in the operator's order. */
export function openProviders(read: ReadText): readonly OpenProvider[] {
  const list = readSetting(read, ORDER)
  const names = list === undefined ? PROVIDERS.map(({ name }) => name) : namesIn(list)
  return names.flatMap((name) => PROVIDERS.find((one) => one.name === name)?.open(read) ?? [])
}

/** What the capabilities of this folder read, for the pages of tools. */
export const MODEL_PROVIDER = 'the language-model provider that the operator set up'
