import { anthropic } from './anthropic.ts'
import { google } from './google.ts'
import { openai } from './openai.ts'
import { openrouter } from './openrouter.ts'
import type { Provider } from './provider.ts'
import { url } from './url.ts'

/** In the order in which they are asked, unless `LLM_PROVIDERS` says otherwise. */
export const PROVIDERS: readonly Provider[] = [url, openrouter, openai, anthropic, google]
