import { z } from 'zod'
import { problemOf, readSetting, type ReadText, type Setting } from '../../base/core/setting.ts'
import { flag } from '../../base/lib/fields.ts'
import { createClient, type Client } from '../../outside/net/request.ts'
import { openProviders } from './providers/all.ts'
import { baseOf, EMBEDDINGS_AT_URL, MODEL, URL_SETTING, WAIT_SECONDS } from './providers/url.ts'

/** Whether to look for a model server on this machine. */
export const FIND = {
  name: 'LLM_FIND',
  description:
    'Whether the start looks for Ollama, llama.cpp and LM Studio on this machine where no provider is set: `true` or `false`. Default: only where nothing says that the instance is meant for buyers.',
  schema: flag,
} as const satisfies Setting<boolean>

/** The default ports of these servers. */
const PLACES = ['http://127.0.0.1:11434', 'http://127.0.0.1:8080', 'http://127.0.0.1:1234']

/** Such servers load a model at its first request. */
const COLD_SECONDS = '120'
const PROBE_MS = 1_000
const BYTES_MAX = 1024 * 1024
/** Names of models for embeddings or reranking, which have no chat. */
const NO_CHAT = /embed|rerank|minilm|(^|[/:_-])(bge|gte|e5)([-_:]|$)/i

const Listed = z.object({
  object: z.literal('list'),
  data: z.array(z.object({ id: z.string().min(1).max(200) })).max(10_000),
})

export interface FindOptions {
  /** The default, if the setting is missing. */
  readonly byDefault: boolean
  readonly places?: readonly string[]
}

/**
 * The settings for a model server on this machine, or for the models of a server that the operator
 * has not named. Empty if there is nothing to add.
 */
export async function findModelServer(
  read: ReadText,
  { byDefault, places = PLACES }: FindOptions,
): Promise<Readonly<Record<string, string>>> {
  // The start refuses this setting with a message.
  if (problemOf(URL_SETTING, read) !== null) return {}
  const named = readSetting(read, URL_SETTING)
  const isWanted = (problemOf(FIND, read) === null ? readSetting(read, FIND) : false) ?? byDefault
  const mayLook = named === undefined && isWanted && openProviders(read).length === 0
  const bases = named === undefined ? (mayLook ? places : []) : read(MODEL.name) ? [] : [named]
  if (bases.length === 0) return {}
  const client = createClient({ policy: 'trusted' })
  try {
    const found = await Promise.all(bases.map((place) => settingsAt(client, place, read)))
    return found.find((settings) => settings !== null) ?? {}
  } finally {
    await client.close()
  }
}

/** Null if it is not a model server, or has no chat model. */
async function settingsAt(client: Client, place: string, read: ReadText) {
  const ids = await modelsAt(client, place, read)
  const chat = ids.find((id) => !NO_CHAT.test(id))
  if (chat === undefined) return null
  const vectors = ids.find((id) => /embed/i.test(id))
  return {
    [URL_SETTING.name]: place,
    [MODEL.name]: chat,
    [WAIT_SECONDS.name]: COLD_SECONDS,
    ...(vectors !== undefined && !read(EMBEDDINGS_AT_URL.name)
      ? { [EMBEDDINGS_AT_URL.name]: vectors }
      : {}),
  }
}

async function modelsAt(client: Client, place: string, read: ReadText): Promise<readonly string[]> {
  const key = read('LLM_URL_KEY')
  try {
    const { status, bytes } = await client.request(`${baseOf(place)}/models`, {
      headers: { accept: 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      timeoutMs: PROBE_MS,
      bytesMax: BYTES_MAX,
      redirectsMax: 0,
    })
    if (status !== 200) return []
    return Listed.parse(JSON.parse(bytes.toString('utf8'))).data.map(({ id }) => id)
  } catch {
    // No server listens there, or another program does.
    return []
  }
}
